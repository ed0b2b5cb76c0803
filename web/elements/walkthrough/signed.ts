// The diverging scale of signed numbers, from the colour of those below zero through neutral to that of those above: what an element that
// shows strips adds to the theme.
import { css } from 'lit';

export const signed = css`
  :host {
    --lb-plus: var(--lookback-plus, #1b5fa6); --lb-minus: var(--lookback-minus, #b25600); --lb-neutral: var(--lookback-neutral, #f6f4ed);
  }
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --lb-plus: var(--lookback-plus, light-dark(#1b5fa6, #6cb0ff)); --lb-minus: var(--lookback-minus, light-dark(#b25600, #ffa552));
      --lb-neutral: var(--lookback-neutral, light-dark(#f6f4ed, #1c1f24));
    }
  }
`;
