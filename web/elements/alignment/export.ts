// The alignment as it is drawn, to take along: SVG that opens alone in light and dark, PNG drawn on a canvas in the page's scheme,
// CSV with every weight in full, and a link to the page for one figure that makes this view again. One layout serves both pictures.
import { html, nothing, type TemplateResult } from 'lit';
import type { Alignment } from '../../engine/types.ts';
import { number } from '../../i18n/index.ts';
import { picture } from '../picture.ts';
import { weightColour } from '../scale.ts';
import { neutrals, roles, weightClass } from '../theme.ts';
import type { Part, Tools } from './tools.ts';

const endToken = '<eos>';
const sharpness = 2; // pixels of the PNG for each of the SVG
const face = 'system-ui, sans-serif';

type Shape =
  | { kind: 'text'; role: 'source' | 'target'; text: string; x: number; y: number; font: number; anchor: 'start' | 'middle' | 'end'; turned: boolean }
  | { kind: 'square'; x: number; y: number; side: number; weight: number; row: string; column: string }
  | { kind: 'outline'; x: number; y: number; side: number; possible: boolean };

export interface Drawn { width: number; height: number; shapes: Shape[] }

interface Known { gold: readonly (number | readonly number[])[] | null; possible: readonly (readonly number[])[] | null }

/** Where everything goes; `width` is that of a text in pixels. */
export function layOut({ rows, columns, weights }: Alignment, end: string, { gold, possible }: Known, width: (text: string, font: number) => number): Drawn {
  const name = (token: string) => (token === endToken ? end : token);
  const cell = Math.max(14, Math.min(38, Math.floor(900 / Math.max(rows.length, columns.length))));
  const font = Math.max(10, Math.min(16, cell * 0.62));
  const widest = Math.max(font, ...columns.map((token) => width(name(token), font)));
  const turned = widest > cell;
  const left = Math.ceil(Math.max(font, ...rows.map((token) => width(name(token), font)))) + 12;
  const top = Math.ceil(font * 1.9 + (turned ? widest * 0.72 : 0));
  const shapes: Shape[] = columns.map((token, j) => ({
    kind: 'text', role: 'source', text: name(token), x: left + cell * (j + 0.5), y: turned ? top - font * 0.6 : font, font, anchor: turned ? 'start' : 'middle', turned,
  }));
  rows.forEach((token, i) => {
    const y = top + cell * i;
    shapes.push({ kind: 'text', role: 'target', text: name(token), x: left - 8, y: y + cell / 2 + font * 0.35, font, anchor: 'end', turned: false });
    weights[i]?.forEach((weight, j) => shapes.push({ kind: 'square', x: left + cell * j + 1, y: y + 1, side: cell - 2, weight, row: name(token), column: name(columns[j]!) }));
    const outline = (dotted: boolean) => (j: number) => { if (j >= 0 && j < columns.length) shapes.push({ kind: 'outline', x: left + cell * j, y, side: cell, possible: dotted }); };
    [gold?.[i] ?? []].flat().forEach(outline(false));
    possible?.[i]?.forEach(outline(true));
  });
  return { width: left + cell * columns.length + (turned ? widest * 0.72 : 2), height: top + cell * rows.length + 2, shapes };
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** The SVG's text; `description` says on which model. */
export function svgOf({ width, height, shapes }: Drawn, title: string, description: string): string {
  const text = shapes.map((shape) => {
    switch (shape.kind) {
      case 'text': return `<text class="${shape.role}" x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}" font-size="${shape.font}"${shape.turned ? ` transform="rotate(-45 ${shape.x} ${shape.y})"` : ''}>${escaped(shape.text)}</text>`;
      case 'square': return `<rect class="${weightClass(shape.weight)}" data-weight="${shape.weight}" x="${shape.x}" y="${shape.y}" width="${shape.side}" height="${shape.side}"><title>${escaped(`α = ${number(shape.weight, 3)}: ${shape.row} ← ${shape.column}`)}</title></rect>`;
      case 'outline': {
        const box = `x="${shape.x}" y="${shape.y}" width="${shape.side}" height="${shape.side}"`;
        return `<rect class="under" ${box}/><rect class="gold${shape.possible ? ' possible' : ''}" ${box}/>`;
      }
    }
  }).join('');
  const weights = shapes.flatMap((shape) => (shape.kind === 'square' ? [shape.weight] : []));
  return picture(title, [{ x: 8, y: 8, drawing: { width: width + 8, height: height + 8, text, weights } }]).replace('</title>', `</title><desc>${escaped(description)}</desc>`);
}

/** The same on a canvas, with its background, for one scheme. */
export function canvasOf({ width, height, shapes }: Drawn, scheme: 0 | 1): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((width + 16) * sharpness);
  canvas.height = Math.ceil((height + 16) * sharpness);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = neutrals.paper[scheme];
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(sharpness, 0, 0, sharpness, 8 * sharpness, 8 * sharpness);
  for (const shape of shapes) {
    if (shape.kind === 'text') {
      pen.save();
      pen.font = `${shape.font}px ${face}`;
      pen.fillStyle = roles[shape.role][scheme];
      pen.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      pen.translate(shape.x, shape.y);
      if (shape.turned) pen.rotate(-Math.PI / 4);
      pen.fillText(shape.text, 0, 0);
      pen.restore();
    } else if (shape.kind === 'square') {
      pen.fillStyle = weightColour(Number(weightClass(shape.weight).slice(1)), scheme);
      pen.fillRect(shape.x, shape.y, shape.side, shape.side);
    } else {
      for (const [colour, line, dashes] of [[neutrals.paper[scheme], 4.5, []], [neutrals.ink[scheme], 1.5, shape.possible ? [1.5, 3] : []]] as const) {
        pen.strokeStyle = colour;
        pen.lineWidth = line;
        pen.setLineDash([...dashes]);
        pen.strokeRect(shape.x, shape.y, shape.side, shape.side);
      }
    }
  }
  return canvas;
}

/** A row for each target word, every weight as the model has it (RFC 4180; the mark at its head tells programs that it is UTF-8). */
export function csvOf({ rows, columns, weights }: Alignment, corner: string): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [[corner, ...columns], ...rows.map((token, i) => [token, ...(weights[i] ?? []).map(String)])];
  return `\ufeff${lines.map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
}

export class Export implements Part {
  readonly #tools: Tools;
  #link: { text: string; copied: boolean } | null = null;
  #saved = '';

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  rest(): void {
    this.#link = null;
    this.#saved = '';
  }

  #drawn(alignment: Alignment): Drawn {
    const pen = document.createElement('canvas').getContext('2d');
    const { grid } = this.#tools;
    return layOut(alignment, this.#tools.gridWords.end, { gold: grid?.gold ?? null, possible: grid?.possible ?? null }, (text, font) => {
      if (!pen) return text.length * font * 0.62;
      pen.font = `${font}px ${face}`;
      return pen.measureText(text).width;
    });
  }

  #save(blob: Blob, ending: string): void {
    const { stage, strings } = this.#tools;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `lookback-${stage.figure.alignment ? 'alignment' : stage.figure.task}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.#saved = strings.saved(link.download);
    stage.say(this.#saved);
    this.#tools.update();
  }

  #svg = (): void => {
    const { alignment, stage, strings } = this.#tools;
    if (!alignment?.rows.length) return;
    const written = alignment.rows.filter((token) => token !== endToken);
    const text = svgOf(this.#drawn(alignment), strings.pictureTitle(alignment.columns.join(' '), written.join(' ')), stage.figure.alignment ? stage.figure.label ?? '' : stage.line());
    this.#save(new Blob([text], { type: 'image/svg+xml' }), 'svg');
  };

  #png = (): void => {
    const { alignment, stage } = this.#tools;
    if (!alignment?.rows.length) return;
    // Which of the two schemes the page has, its ink tells.
    const [red, green, blue] = (getComputedStyle(stage.figure).color.match(/[\d.]+/g) ?? ['0', '0', '0']).map(Number) as [number, number, number];
    const scheme = red + green + blue > 384 ? 1 : 0;
    canvasOf(this.#drawn(alignment), scheme).toBlob((blob) => { if (blob) this.#save(blob, 'png'); }, 'image/png');
  };

  #csv = (): void => {
    const { alignment } = this.#tools;
    if (alignment?.rows.length) this.#save(new Blob([csvOf(alignment, this.#tools.gridWords.corner)], { type: 'text/csv' }), 'csv');
  };

  #copy = async (): Promise<void> => {
    const { stage, strings } = this.#tools;
    const { figure } = stage;
    const { frameAddress } = await import('../share.ts');
    const address = frameAddress(figure, figure.scriptUrl, { ...stage.taken(), ...this.#reached() }, stage.language());
    this.#link = { text: address.href, copied: false };
    try {
      await navigator.clipboard.writeText(address.href);
      this.#link.copied = true;
      stage.say(strings.copied);
      this.#tools.update();
    } catch {
      // A page without that right: the link stands there, selected.
      this.#tools.update();
      await figure.updateComplete;
      this.#tools.root.querySelector<HTMLTextAreaElement>('textarea.link')?.select();
    }
  };

  /** A view of a model that was trained here: it trains again by itself, and then shows the moment that is shown now. */
  #reached(): Record<string, string | null> {
    const { stage, atRest, look } = this.#tools;
    const { session } = stage;
    if (!atRest || session.step === 0) return {};
    const at = look?.asked.at ?? (session.phase === 'trained' ? null : session.step);
    return { autostart: '', pace: 'full', moment: at === null ? null : String(at) };
  }

  render(): TemplateResult {
    const { strings, stage } = this.#tools;
    return html`
      <div class="buttons">
        <button @click=${this.#svg}>${strings.svg}</button>
        <button @click=${this.#png}>${strings.png}</button>
        <button @click=${this.#csv}>${strings.csv}</button>
        ${stage.figure.alignment ? nothing : html`<button @click=${() => void this.#copy()}>${strings.link}</button>`}
      </div>
      <p class="say muted">${strings.colours}</p>
      <p class="say saved">${this.#saved}</p>
      ${this.#link ? html`
        <textarea class="link" readonly rows="3" spellcheck="false" aria-label=${strings.linkText} .value=${this.#link.text}></textarea>
        <p class="label">${this.#link.copied ? strings.copied : strings.copyYourself} ${stage.figure.task === 'own' ? strings.ownPairs : nothing}</p>` : nothing}`;
  }
}
