// Put at the start of the threaded module's function. The workers that become its threads are made before the module is there,
// by the caller (web/engine/module.ts), who hears it when one cannot start; `new Worker` here only takes the next of them.
var Worker = Module['Worker'];
// Without Atomics.waitAsync threads call the first one by message. With it, a wait that nothing ends would keep the module's memory
// for good after the engine's end.
var Atomics = Object.create(globalThis.Atomics, { waitAsync: { value: undefined } });
