// The squares of an alignment on a canvas, for more of them than a page can repaint as elements. Their colours are read off the
// page, class by class, so that they are those of the scale, the scheme and the author, whichever they are; when one of them changes,
// which a transition of the canvas's own colour tells, it is painted anew. From one set of weights to the next it may pass gradually, as
// squares that are elements do.

interface Place { rows: number; columns: number; cell: number; left: number; top: number; width: number; height: number }
interface Colours { read: number; weights: string[]; none: string }

const fresh = 500; // ms for which colours once read are used
const known = new WeakMap<Node, Colours>();
const painted = new WeakMap<HTMLCanvasElement, () => void>(); // how it was painted last

type Weights = readonly (readonly number[])[];
/** What a canvas shows, what it is on the way to, and its next frame. */
interface Passage { shown: Weights; target: Weights; frame: number }
const passages = new WeakMap<HTMLCanvasElement, Passage>();

/** The colours of the scale's classes in this canvas's shadow root. */
function colours(canvas: HTMLCanvasElement, steps: number): Colours {
  const root = canvas.getRootNode() as ShadowRoot;
  const before = known.get(root);
  if (before && performance.now() - before.read < fresh) return before;
  const svg = root.querySelector('svg')!;
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  svg.append(probe);
  const weights = Array.from({ length: steps + 1 }, (_, k) => {
    probe.setAttribute('class', `w${k}`);
    return getComputedStyle(probe).fill;
  });
  probe.setAttribute('class', 'none');
  const none = getComputedStyle(probe).stroke;
  probe.remove();
  const found = { read: performance.now(), weights, none };
  known.set(root, found);
  return found;
}

const sameShape = (a: Weights, b: Weights): boolean => a.length > 0 && a.length === b.length && a.every((row, i) => row.length === b[i]!.length);

/**
 * Paints the weights of every row, in one of `steps` colours above that of 0; rows that are not there yet are outlined as empty. In
 * `glide` milliseconds it passes from the weights that it shows to these, where there are as many; at once, if that is 0.
 */
export function paintSquares(canvas: HTMLCanvasElement, place: Place, weights: Weights, steps: number, glide = 0): void {
  const before = passages.get(canvas);
  if (before?.frame && before.target === weights) return; // on its way there
  if (before?.frame) cancelAnimationFrame(before.frame);
  const passage: Passage = { shown: before?.shown ?? [], target: weights, frame: 0 };
  passages.set(canvas, passage);
  const from = passage.shown;
  if (glide === 0 || from === weights || !sameShape(from, weights)) {
    passage.shown = weights;
    return paint(canvas, place, weights, steps);
  }
  const begun = performance.now();
  const next = (): void => {
    if (!canvas.isConnected) return; // another shape has a canvas of its own
    const done = Math.min(1, Math.max(0, performance.now() - begun) / glide);
    const share = 1 - (1 - done) ** 2; // slower towards its end
    passage.shown = done === 1 ? weights : from.map((row, i) => row.map((w, j) => w + share * (weights[i]![j]! - w)));
    passage.frame = done === 1 ? 0 : requestAnimationFrame(next);
    paint(canvas, place, passage.shown, steps);
  };
  next();
}

function paint(canvas: HTMLCanvasElement, { rows, columns, cell, left, top, width, height }: Place, weights: Weights, steps: number): void {
  if (!painted.has(canvas)) {
    canvas.style.setProperty('color', 'var(--lb-weight-2)');
    canvas.style.setProperty('transition', 'color 1ms');
    canvas.addEventListener('transitionend', () => {
      known.delete(canvas.getRootNode());
      painted.get(canvas)!();
    });
  }
  painted.set(canvas, () => paint(canvas, { rows, columns, cell, left, top, width, height }, weights, steps));
  const sharp = Math.min(3, devicePixelRatio || 1);
  const [across, down] = [Math.ceil(width * sharp), Math.ceil(height * sharp)];
  if (canvas.width !== across || canvas.height !== down) {
    [canvas.width, canvas.height] = [across, down];
    canvas.style.setProperty('inline-size', `${across / sharp}px`);
    canvas.style.setProperty('block-size', `${down / sharp}px`);
  }
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { weights: scale, none } = colours(canvas, steps);
  const gap = Math.min(2, cell * 0.25);
  pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.strokeStyle = none;
  for (let i = 0; i < rows; i++) {
    const row = weights[i];
    const y = top + cell * i + gap / 2;
    for (let j = 0; j < columns; j++) {
      const x = left + cell * j + gap / 2;
      const w = row?.[j];
      if (w === undefined) {
        pen.strokeRect(x + 0.5, y + 0.5, cell - gap - 1, cell - gap - 1);
        continue;
      }
      pen.fillStyle = scale[Math.round(Math.min(1, Math.max(0, w)) * steps)]!;
      pen.fillRect(x, y, cell - gap, cell - gap);
    }
  }
}
