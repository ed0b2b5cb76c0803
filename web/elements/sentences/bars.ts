// How often whole sentences are right, by the length of their source: bars as high as the share, and the same as a table for a
// screen reader. Many lengths are put together in equal ranges.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Evaluation } from '../../engine/types.ts';
import type { Strings } from '../../i18n/sentences.ts';
import { number } from '../../i18n/index.ts';

const most = 12; // bars
const [width, height, left, top, bottom] = [320, 150, 34, 8, 34];

interface Bar { label: string; share: number; count: number }

/** Shares by length, in at most twelve ranges. */
export function ranges(byLength: Evaluation['byLength']): Bar[] {
  const lengths = byLength.filter(({ count }) => count > 0).sort((a, b) => a.length - b.length);
  if (lengths.length === 0) return [];
  const first = lengths[0]!.length;
  const size = Math.ceil((lengths.at(-1)!.length - first + 1) / most);
  const bars = new Map<number, { right: number; count: number }>();
  for (const { length, count, sequenceAccuracy } of lengths) {
    const at = Math.floor((length - first) / size);
    const bar = bars.get(at) ?? { right: 0, count: 0 };
    bars.set(at, { right: bar.right + count * sequenceAccuracy, count: bar.count + count });
  }
  return [...bars].map(([at, { right, count }]) => {
    const from = first + at * size;
    return { label: size === 1 ? String(from) : `${from}–${from + size - 1}`, share: right / count, count };
  });
}

export function lengthBars(evaluation: Evaluation | null, strings: Strings): TemplateResult {
  const bars = evaluation ? ranges(evaluation.byLength) : [];
  const step = (width - left - 8) / Math.max(bars.length, 6);
  const y = (share: number) => top + (height - top - bottom) * (1 - share);
  return html`
    <div class="bars">
      <p aria-hidden="true">${strings.byLength}</p>
      <svg aria-hidden="true" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin meet">
        ${[0, 0.5, 1].map((share) => svg`<line x1=${left} x2=${width - 8} y1=${y(share)} y2=${y(share)}></line><text class="y" x=${left - 5} y=${y(share) + 4}>${number(100 * share)}</text>`)}
        ${bars.map(({ label, share }, k) => {
          const x = left + k * step;
          return svg`<rect x=${x + step * 0.15} y=${y(share)} width=${step * 0.7} height=${Math.max(1, y(0) - y(share))}></rect>
            <text class="x" x=${x + step / 2} y=${height - 20}>${label}</text>`;
        })}
        <text class="x" x=${(left + width) / 2} y=${height - 4}>${strings.tokens}</text>
      </svg>
      <div class="sr"><table>
        <caption>${bars.length ? strings.byLength : strings.byLengthNone}</caption>
        ${bars.length ? html`
          <thead><tr><th scope="col">${strings.tokens}</th><th scope="col">${strings.right}</th><th scope="col">${strings.count}</th></tr></thead>
          <tbody>${bars.map(({ label, share, count }) => html`<tr><th scope="row">${label}</th><td>${number(100 * share, 1)}</td><td>${number(count)}</td></tr>`)}</tbody>` : nothing}
      </table></div>
    </div>`;
}
