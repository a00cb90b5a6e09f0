/** The thin bar on top while a page is on its way: starts at 0.08, creeps 0.02 every 800 ms, leaves within 200 ms. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';

const TRICKLES = 45;
const TRICKLE_MS = 800;
const SPEED_MS = 200;
const creep = keyframes({ from: { transform: 'scaleX(0.08)' }, to: { transform: 'scaleX(0.98)' } });

interface ProgressBarProps {
  readonly busy: boolean;
}
export function ProgressBar({ busy }: ProgressBarProps) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        inset: '0 0 auto',
        height: 2,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        transformOrigin: 'left',
        bgcolor: 'primary.main',
        opacity: busy ? 1 : 0,
        animation: busy ? `${creep} ${TRICKLES * TRICKLE_MS}ms steps(${TRICKLES}) forwards` : 'none',
        transition: `opacity ${SPEED_MS}ms ease-out`,
      }}
    />
  );
}
