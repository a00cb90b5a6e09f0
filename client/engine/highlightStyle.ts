/** Highlight of a changed value: a tint that fades out; a dot with reduced motion. */
import { keyframes } from '@emotion/react';
import { DURATION_MS } from '../shared/theme/designTokens';

const fade = keyframes`
  from { background-color: var(--flash-tint); }
  to { background-color: transparent; }
`;
/** The element needs a new key for each highlight. */
export const highlightStyle = {
  '--flash-tint': 'color-mix(in srgb, var(--mui-palette-success-main) 22%, transparent)',
  borderRadius: '4px',
  animation: `${fade} ${DURATION_MS.flash}ms ease-out`,
  '@media (prefers-reduced-motion: reduce)': {
    animation: 'none',
    '&::before': {
      content: '""',
      display: 'inline-block',
      width: 6,
      height: 6,
      marginRight: 4,
      borderRadius: '50%',
      backgroundColor: 'var(--mui-palette-success-main)',
      verticalAlign: 'middle',
    },
  },
} as const;
