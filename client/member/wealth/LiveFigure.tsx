/** One figure of the member: counts to the new value, floats what was added or taken, and tells it to who cannot see it. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format';
import { HIDDEN_AMOUNT } from '../../shared/settings';
import { MOTION } from '../../shared/tokens';
import { sayAmount, saySigned, type WealthKind } from './amounts';
import { useCountUp } from './useCountUp';

const rise = keyframes({
  from: { opacity: 0, transform: 'translateY(6px)' },
  '15%': { opacity: 1, transform: 'none' },
  '80%': { opacity: 1 },
  to: { opacity: 0 },
});

interface Delta {
  readonly by: number;
  readonly nth: number;
}
/** What the last change added; each change has a number of its own, so that the same amount twice floats twice. */
function useDelta(value: number): Delta | undefined {
  const [was, setWas] = useState(value);
  const [delta, setDelta] = useState<Delta>();
  if (value !== was) {
    setWas(value);
    setDelta({ by: value - was, nth: (delta?.nth ?? 0) + 1 });
  }
  return delta;
}

interface FloatingProps {
  readonly kind: WealthKind;
  readonly delta: Delta;
  readonly atEnd: boolean;
}
function Floating({ kind, delta, atEnd }: FloatingProps) {
  const format = useFormat();
  return (
    <Box
      component="span"
      aria-hidden
      data-floating={kind}
      key={delta.nth}
      sx={{
        position: 'absolute',
        top: '100%',
        // Under the figure there is room however long both are; the size of a note, whatever the figure's.
        ...(atEnd ? { right: 0, fontSize: '0.75em' } : { left: 0, fontSize: 'max(0.8125rem, 0.45em)' }),
        lineHeight: 1.4,
        minHeight: '1.4em',
        whiteSpace: 'nowrap',
        fontWeight: 600,
        opacity: 0,
        color: delta.by < 0 ? 'error.main' : 'success.main',
        animation: `${rise} ${MOTION.flash}ms ease-out`,
        '@media (prefers-reduced-motion: reduce)': { animationTimingFunction: 'step-end' },
      }}
    >
      {saySigned(format, kind, delta.by)}
    </Box>
  );
}

interface FigureProps {
  readonly kind: WealthKind;
  readonly value: number;
  readonly hidden: boolean;
  /** Only one of the figures on a page speaks. */
  readonly speaks: boolean;
  /** The change floats under the figure's end rather than its beginning. */
  readonly atEnd?: boolean;
}
function Figure({ kind, value, hidden, speaks, atEnd = false }: FigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = useCountUp(value);
  const delta = useDelta(value);
  const text = hidden ? HIDDEN_AMOUNT : sayAmount(format, kind, shown);
  const said =
    delta && t(`wealth.now.${kind}`, { now: sayAmount(format, kind, value), by: saySigned(format, kind, delta.by) });
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', alignItems: 'flex-end' }}>
      <Box component="span" data-figure={kind} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
      {delta && !hidden && <Floating kind={kind} delta={delta} atEnd={atEnd} />}
      {speaks && (
        <Box
          component="output"
          sx={{
            position: 'absolute',
            width: 1,
            height: 1,
            overflow: 'hidden',
            clipPath: 'inset(50%)',
            whiteSpace: 'nowrap',
          }}
        >
          {hidden ? '' : said}
        </Box>
      )}
    </Box>
  );
}

interface LiveFigureProps extends Omit<FigureProps, 'value'> {
  readonly value: number | undefined;
}
export function LiveFigure({ value, ...rest }: LiveFigureProps) {
  if (value === undefined) return <Skeleton width={96} sx={{ display: 'inline-block' }} />;
  return <Figure value={value} {...rest} />;
}
