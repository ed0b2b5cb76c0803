// The squares of an alignment on a canvas, for more of them than a page can repaint as elements. Their colours are read off the
// page, class by class, so that they are those of the scale, the scheme and the author, whichever they are; when one of them changes,
// which a transition of the canvas's own colour tells, it is painted anew.

interface Place { rows: number; columns: number; cell: number; left: number; top: number; width: number; height: number }
interface Colours { read: number; weights: string[]; none: string }

const fresh = 500; // ms for which colours once read are used
const known = new WeakMap<Node, Colours>();
const painted = new WeakMap<HTMLCanvasElement, () => void>(); // how it was painted last

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

/** Paints the weights of every row, in one of `steps` colours above that of 0; rows that are not there yet are outlined as empty. */
export function paintSquares(canvas: HTMLCanvasElement, { rows, columns, cell, left, top, width, height }: Place, weights: readonly (readonly number[])[], steps: number): void {
  if (!painted.has(canvas)) {
    canvas.style.setProperty('color', 'var(--lb-weight-2)');
    canvas.style.setProperty('transition', 'color 1ms');
    canvas.addEventListener('transitionend', () => {
      known.delete(canvas.getRootNode());
      painted.get(canvas)!();
    });
  }
  painted.set(canvas, () => paintSquares(canvas, { rows, columns, cell, left, top, width, height }, weights, steps));
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
