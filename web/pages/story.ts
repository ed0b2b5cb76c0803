// The page's own script, small because it comes before the first figure lives: what brings the other figures waits until the reader
// scrolls, or the first figure has had some seconds for itself.
const more = (): void => void import('./near.ts').catch(() => {});
addEventListener('scroll', more, { once: true, passive: true });
setTimeout(more, 3000);

export {};
