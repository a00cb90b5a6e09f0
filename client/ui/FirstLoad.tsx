/** The overlay of the very first load: stands once, lets nothing be clicked by accident, and is gone after a second. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { Logo } from './Logo';

/** Specification, points 2 and 9. */
export const FIRST_LOAD_MS = 1_000;
const leave = keyframes({ from: { opacity: 1 }, to: { opacity: 0 } });
const LEAVING_MS = 200;

export function FirstLoad() {
  const [standing, setStanding] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setStanding(false), FIRST_LOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!standing) return null;
  return (
    <Box
      aria-hidden
      data-first-load
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        bgcolor: 'background.default',
        animation: `${leave} ${LEAVING_MS}ms ease-out ${FIRST_LOAD_MS - LEAVING_MS}ms forwards`,
      }}
    >
      <Logo size={40} />
    </Box>
  );
}
