/** The progress bar at the top during navigation: advances slowly while a page loads and completes once it is shown. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';

/** Timing and size of the bar. */
export const PROGRESS = { minimum: 0.08, speedMs: 200, trickle: 0.02, trickleMs: 800 } as const;
/** Number of slow steps; they end before the bar is full. */
export const TRICKLE_STEPS = Math.floor((1 - PROGRESS.minimum) / PROGRESS.trickle) - 1;

const scale = (share: number) => `scaleX(${share})`;
const trickleAnimation = keyframes({
  from: { transform: scale(PROGRESS.minimum) },
  to: { transform: scale(PROGRESS.minimum + TRICKLE_STEPS * PROGRESS.trickle) },
});
const finishAnimation = keyframes({
  '0%': { transform: scale(PROGRESS.minimum), opacity: 1 },
  '50%': { transform: scale(1), opacity: 1 },
  '100%': { transform: scale(1), opacity: 0 },
});

interface ProgressBarProps {
  readonly isBusy: boolean;
  /** Identifies the navigation: each new value plays the animation once. */
  readonly navigationKey?: string;
}
export function ProgressBar({ isBusy, navigationKey = '' }: ProgressBarProps) {
  return (
    <Box
      key={`${navigationKey}${String(isBusy)}`}
      aria-hidden
      data-progress={isBusy ? 'busy' : 'done'}
      sx={{
        position: 'fixed',
        inset: '0 0 auto',
        height: 2,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        transformOrigin: 'left',
        bgcolor: 'primary.main',
        animation: isBusy
          ? `${trickleAnimation} ${TRICKLE_STEPS * PROGRESS.trickleMs}ms steps(${TRICKLE_STEPS}) forwards`
          : `${finishAnimation} ${2 * PROGRESS.speedMs}ms ease-out forwards`,
      }}
    />
  );
}
