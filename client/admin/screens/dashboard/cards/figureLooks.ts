/** How a card's one big number and the line under it look; larger on a wall. */
export const big = {
  fontSize: 'calc(1.75rem * var(--wall, 1) * var(--figure, 1))',
  lineHeight: 1.25,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
} as const;
/** The widest sign of a figure, in parts of its height. */
const WIDEST = 0.64;
/** As large as a number may be where it is shown, within something of `inline-size`. */
export const fitted = (text: string): string =>
  `min(${big.fontSize}, ${(100 / WIDEST / Math.max(1, text.length)).toFixed(2)}cqi)`;
export const small = {
  color: 'text.secondary',
  fontSize: 'calc(0.75rem * var(--wall, 1))',
  lineHeight: 1.4,
} as const;
/** The number is a link, and the whole card its target. */
export const wholeCard = {
  borderRadius: '6px',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
  '&:hover': { color: 'primary.main' },
  '&.Mui-focusVisible': { outline: 'none' },
  '&.Mui-focusVisible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
} as const;
