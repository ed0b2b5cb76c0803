// Put at the start of the threaded module's function. The workers that become its threads are made by the caller's class
// (web/engine/host.ts), which knows where they start from, and hears it when one cannot start: the glue's own would throw where
// nobody catches.
var Worker = Module['Worker'];
