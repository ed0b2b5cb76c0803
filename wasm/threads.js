// Put at the start of the threaded module's function. The workers that become its threads are made before the module is there,
// by the caller (web/engine/module.ts), who hears it when one cannot start; `new Worker` here only takes the next of them.
var Worker = Module['Worker'];
