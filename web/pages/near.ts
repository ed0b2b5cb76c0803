// Brings the elements and figures of a section when that section comes near; and, to one that is there but shows words, what it
// needs for them, so that it is whole when it is seen.
const parts: Record<string, () => Promise<unknown>> = {
  'story-order': () => import('./figures/order.ts'),
  'story-memory': () => import('./figures/memory.ts'),
  'story-chain': () => import('./figures/chain.ts'),
  'lookback-bottleneck': () => import('../elements/bottleneck/bottleneck.ts'),
  'lookback-walkthrough': () => import('../elements/walkthrough/walkthrough.ts'),
  'lookback-trainer:is([task*="-"], [task=own])': () => import('../elements/sentences/sentences.ts'),
};

const patience = 5000; // ms; what did not arrive is asked for again after it, while its section is near

// Sections, and not what is in them: what is in one that the browser has not laid out yet is nowhere.
const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    for (const [figure, part] of Object.entries(parts)) {
      if (target.querySelector(figure)) part().catch(() => setTimeout(() => near.observe(target), patience));
    }
  }
}, { rootMargin: '100% 0px' });

for (const section of document.querySelectorAll('section')) near.observe(section);

export {};
