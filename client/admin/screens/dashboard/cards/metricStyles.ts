/** Styles of the large number of a card and its caption; scaled on kiosk displays. */
export const bigNumberStyle = {
  fontSize: 'calc(1.75rem * var(--wall, 1) * var(--figure, 1))',
  lineHeight: 1.25,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
} as const;
/** Width of the widest glyph, relative to the font size. */
const WIDEST_GLYPH = 0.64;
/** Largest font size at which the text fits its inline-size container. */
export const fittedFontSize = (text: string): string =>
  `min(${bigNumberStyle.fontSize}, ${(100 / WIDEST_GLYPH / Math.max(1, text.length)).toFixed(2)}cqi)`;
export const captionStyle = {
  color: 'text.secondary',
  fontSize: 'calc(0.75rem * var(--wall, 1))',
  lineHeight: 1.4,
} as const;
/** Extends the link of the number over the whole card. */
export const cardLinkStyle = {
  borderRadius: '6px',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
  '&:hover': { color: 'primary.main' },
  '&.Mui-focusVisible': { outline: 'none' },
  '&.Mui-focusVisible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
} as const;
/** A row of the newest rows. */
export const latestRowStyle = {
  width: '100%',
  height: 42,
  px: 2,
  gap: 3,
  borderRadius: '6px',
  '&:hover': { bgcolor: 'action.hover' },
} as const;
