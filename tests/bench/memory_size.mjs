// How large the memory of the newest WebAssembly module is that was instantiated after this file was loaded. Such a memory never
// shrinks, so its size is its peak. The engine is not asked: the calls that make an instance are watched.

let newest;
const watch = (name) => {
  const original = WebAssembly[name];
  WebAssembly[name] = async (source, imports = {}) => {
    const made = await original(source, imports);
    const { exports } = made.instance ?? made;
    const things = [...Object.values(imports).flatMap((group) => Object.values(group)), ...Object.values(exports)];
    newest = things.find((thing) => thing instanceof WebAssembly.Memory) ?? newest;
    return made;
  };
};
watch('instantiate');
if (WebAssembly.instantiateStreaming) watch('instantiateStreaming');

export const newestMemory = () => newest;
