/** Number that counts up to its new value and shows the difference for a moment. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { DURATION_MS } from '../../../../shared/theme/designTokens';

const floatAway = keyframes`
  from { opacity: 1; transform: translateY(0); }
  to { opacity: 0; transform: translateY(-14px); }
`;
const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Animates from the shown value to the new one. */
function useAnimatedValue(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const startValue = from.current;
    if (startValue === value) return undefined;
    const started = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      const progress = prefersReducedMotion() ? 1 : Math.min(1, (now - started) / DURATION_MS.count);
      from.current = progress === 1 ? value : Math.round(startValue + (value - startValue) * progress);
      setShown(from.current);
      if (progress < 1) frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return document.visibilityState === 'hidden' ? value : shown;
}

interface AnimatedNumberProps {
  readonly value: number;
  readonly formatValue: (value: number) => string;
}
export function AnimatedNumber({ value, formatValue }: AnimatedNumberProps) {
  const shown = useAnimatedValue(value);
  const [lastValue, setLastValue] = useState(value);
  const [difference, setDifference] = useState<{ readonly by: number; readonly at: number } | null>(null);
  if (lastValue !== value) {
    setLastValue(value);
    setDifference((last) => ({ by: value - lastValue, at: (last?.at ?? 0) + 1 }));
  }
  return (
    <Box component="span" sx={{ position: 'relative', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <span data-figure={value}>{formatValue(shown)}</span>
      {difference !== null && (
        <Box
          key={difference.at}
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            left: '100%',
            top: 0,
            ml: 1,
            fontSize: '0.8125rem',
            lineHeight: 1.2,
            fontWeight: 600,
            color: difference.by > 0 ? 'success.main' : 'text.secondary',
            opacity: 0,
            animation: `${floatAway} 1200ms ease-out`,
          }}
        >
          {difference.by > 0 ? `+${formatValue(difference.by)}` : formatValue(difference.by)}
        </Box>
      )}
    </Box>
  );
}
