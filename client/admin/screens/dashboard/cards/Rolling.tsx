/** A figure that counts up to what it has become, and lets what was added float away above it. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { DURATION_MS } from '../../../../shared/theme/designTokens';

const rise = keyframes`
  from { opacity: 1; transform: translateY(0); }
  to { opacity: 0; transform: translateY(-14px); }
`;
const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Runs from the value that was shown to the one that is true. */
function useCountUp(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const begin = from.current;
    if (begin === value) return undefined;
    const started = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      const part = isStill() ? 1 : Math.min(1, (now - started) / DURATION_MS.count);
      from.current = part === 1 ? value : Math.round(begin + (value - begin) * part);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return document.visibilityState === 'hidden' ? value : shown;
}

interface RollingProps {
  readonly value: number;
  readonly say: (value: number) => string;
}
export function Rolling({ value, say }: RollingProps) {
  const shown = useCountUp(value);
  const [held, setHeld] = useState(value);
  const [step, setStep] = useState<{ readonly by: number; readonly at: number } | null>(null);
  if (held !== value) {
    setHeld(value);
    setStep((last) => ({ by: value - held, at: (last?.at ?? 0) + 1 }));
  }
  return (
    <Box component="span" sx={{ position: 'relative', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <span data-figure={value}>{say(shown)}</span>
      {step !== null && (
        <Box
          key={step.at}
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
            color: step.by > 0 ? 'success.main' : 'text.secondary',
            opacity: 0,
            animation: `${rise} 1200ms ease-out`,
          }}
        >
          {step.by > 0 ? `+${say(step.by)}` : say(step.by)}
        </Box>
      )}
    </Box>
  );
}
