/** The overlay of the first load: shown once, blocks clicks, and disappears after a second. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { Logo } from './Logo';

/** Duration of the overlay, in milliseconds. */
export const SPLASH_MS = 1_000;
const fadeOut = keyframes({ from: { opacity: 1 }, to: { opacity: 0 } });
const FADE_OUT_MS = 200;

export function SplashScreen() {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(false), SPLASH_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isVisible) return null;
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
        animation: `${fadeOut} ${FADE_OUT_MS}ms ease-out ${SPLASH_MS - FADE_OUT_MS}ms forwards`,
      }}
    >
      <Logo size={40} />
    </Box>
  );
}
