/** One balance of the member: counts to the new value, shows the difference and announces it to screen readers. */
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { HIDDEN_AMOUNT } from '../../shared/store/settings';
import { DURATION_MS } from '../../shared/theme/designTokens';
import { formatBalanceAmount, formatSignedAmount, type BalanceKind } from './amounts';
import { useCountUp } from './useCountUp';

const fadeInOut = keyframes({
  from: { opacity: 0, transform: 'translateY(6px)' },
  '15%': { opacity: 1, transform: 'none' },
  '80%': { opacity: 1 },
  to: { opacity: 0 },
});

interface AmountChange {
  readonly amount: number;
  readonly sequence: number;
}
/** The difference of the last change; its number distinguishes equal differences. */
function useAmountChange(value: number): AmountChange | undefined {
  const [previous, setPrevious] = useState(value);
  const [change, setChange] = useState<AmountChange>();
  if (value !== previous) {
    setPrevious(value);
    setChange({ amount: value - previous, sequence: (change?.sequence ?? 0) + 1 });
  }
  return change;
}

interface FloatingChangeProps {
  readonly kind: BalanceKind;
  readonly change: AmountChange;
  readonly atEnd: boolean;
}
function FloatingChange({ kind, change, atEnd }: FloatingChangeProps) {
  const format = useFormatters();
  return (
    <Box
      component="span"
      aria-hidden
      data-floating={kind}
      key={change.sequence}
      sx={{
        position: 'absolute',
        top: '100%',
        // Below the amount there is always enough space; the note keeps one readable size whatever the size of the amount.
        ...(atEnd ? { right: 0, fontSize: '0.75em' } : { left: 0, fontSize: 'max(0.8125rem, 0.45em)' }),
        lineHeight: 1.4,
        minHeight: '1.4em',
        whiteSpace: 'nowrap',
        fontWeight: 600,
        opacity: 0,
        color: change.amount < 0 ? 'error.main' : 'success.main',
        animation: `${fadeInOut} ${DURATION_MS.flash}ms ease-out`,
        '@media (prefers-reduced-motion: reduce)': { animationTimingFunction: 'step-end' },
      }}
    >
      {formatSignedAmount(format, kind, change.amount)}
    </Box>
  );
}

interface AnimatedAmountProps {
  readonly kind: BalanceKind;
  readonly value: number;
  readonly isHidden: boolean;
  /** Only one amount on a page announces changes to screen readers. */
  readonly isAnnounced: boolean;
  /** The difference is shown below the end of the amount, not below its beginning. */
  readonly atEnd?: boolean;
}
function AnimatedAmount({ kind, value, isHidden, isAnnounced, atEnd = false }: AnimatedAmountProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const animated = useCountUp(value);
  const change = useAmountChange(value);
  const text = isHidden ? HIDDEN_AMOUNT : formatBalanceAmount(format, kind, animated);
  const announcement =
    change &&
    t(`balance.now.${kind}`, {
      now: formatBalanceAmount(format, kind, value),
      by: formatSignedAmount(format, kind, change.amount),
    });
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', alignItems: 'flex-end' }}>
      <Box component="span" data-figure={kind} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
      {change && !isHidden && <FloatingChange kind={kind} change={change} atEnd={atEnd} />}
      {isAnnounced && (
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
          {isHidden ? '' : announcement}
        </Box>
      )}
    </Box>
  );
}

interface LiveAmountProps extends Omit<AnimatedAmountProps, 'value'> {
  readonly value: number | undefined;
}
export function LiveAmount({ value, ...rest }: LiveAmountProps) {
  if (value === undefined) return <Skeleton width={96} sx={{ display: 'inline-block' }} />;
  return <AnimatedAmount value={value} {...rest} />;
}
