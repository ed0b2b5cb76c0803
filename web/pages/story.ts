// The page's own script: it brings the elements and figures of a section when that section comes near, and nothing before the
// reader has scrolled or the first figure has had some seconds for itself.
const parts: Record<string, () => Promise<unknown>> = {
  'story-order': () => import('./figures/order.ts'),
  'story-memory': () => import('./figures/memory.ts'),
  'story-chain': () => import('./figures/chain.ts'),
  'lookback-bottleneck': () => import('../elements/bottleneck/bottleneck.ts'),
  'lookback-walkthrough': () => import('../elements/walkthrough/walkthrough.ts'),
};
const firstFigure = 3000; // ms

const patience = 5000; // ms; what did not arrive is asked for again after it, while its section is near

const names = Object.keys(parts).join();
// Sections, and not what is in them: what is in one that the browser has not laid out yet is nowhere.
const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    for (const { localName } of target.querySelectorAll(names)) parts[localName]!().catch(() => setTimeout(() => near.observe(target), patience));
  }
}, { rootMargin: '100% 0px' });

let begun = false;
const begin = (): void => {
  if (begun) return;
  begun = true;
  for (const section of document.querySelectorAll('section')) near.observe(section);
};
addEventListener('scroll', begin, { once: true, passive: true });
setTimeout(begin, firstFigure);
