/** The thin bar on top at every navigation: creeps while the page is on its way, runs to its end when it is there. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';

/** Specification, point 2. */
export const PROGRESS = { minimum: 0.08, speedMs: 200, trickle: 0.02, trickleMs: 800 } as const;
/** It never reaches the end by creeping. */
export const TRICKLES = Math.floor((1 - PROGRESS.minimum) / PROGRESS.trickle) - 1;

const at = (share: number) => `scaleX(${share})`;
const creep = keyframes({
  from: { transform: at(PROGRESS.minimum) },
  to: { transform: at(PROGRESS.minimum + TRICKLES * PROGRESS.trickle) },
});
const finish = keyframes({
  '0%': { transform: at(PROGRESS.minimum), opacity: 1 },
  '50%': { transform: at(1), opacity: 1 },
  '100%': { transform: at(1), opacity: 0 },
});

interface ProgressBarProps {
  readonly busy: boolean;
  /** Says which navigation this is: each new one plays once, however fast it was. */
  readonly run?: string;
}
export function ProgressBar({ busy, run = '' }: ProgressBarProps) {
  return (
    <Box
      key={`${run}${String(busy)}`}
      aria-hidden
      data-progress={busy ? 'busy' : 'done'}
      sx={{
        position: 'fixed',
        inset: '0 0 auto',
        height: 2,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        transformOrigin: 'left',
        bgcolor: 'primary.main',
        animation: busy
          ? `${creep} ${TRICKLES * PROGRESS.trickleMs}ms steps(${TRICKLES}) forwards`
          : `${finish} ${2 * PROGRESS.speedMs}ms ease-out forwards`,
      }}
    />
  );
}
