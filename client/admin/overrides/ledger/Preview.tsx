/** What an account will hold after an amount that is being typed. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { parseCents, formatCents } from '../../../../common/text/cents';
import { useFormatters, type Formatters } from '../../../shared/i18n/format';
import type { LedgerKind } from './readAmount';

/** The amount as a whole number of cents or points; undefined while it is none. */
export function wholeOf(kind: LedgerKind, value: Json | undefined): number | undefined {
  if (kind === 'money') return typeof value === 'string' ? parseCents(value) : undefined;
  const number = typeof value === 'string' && /^[+-]?\d{1,12}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
export const sayAmount = (format: Formatters, kind: LedgerKind, whole: number): string =>
  kind === 'money' ? format.money(formatCents(whole)) : format.number(whole);
/** With its kind and its sign, which stands apart: `+¥1,200.00 balance`. */
export function saySum(t: TFunction, format: Formatters, kind: LedgerKind, whole: number | undefined): string {
  const sum =
    whole === undefined
      ? { sign: '', amount: '–' }
      : { sign: whole < 0 ? '−' : '+', amount: sayAmount(format, kind, Math.abs(whole)) };
  return t(`ledger.second.sum.${kind}`, sum);
}

interface PreviewProps {
  readonly kind: LedgerKind;
  readonly now: number | undefined;
  /** Signed cents or points; undefined while none are typed. */
  readonly delta: number | undefined;
  /** Whether the amount may be booked already: its request runs, or its answer was lost. Then `now` may contain it, and nothing is added. */
  readonly isDoubtful?: boolean;
  /** Whether the field of the amount shows a refusal, beside which the preview shows none. */
  readonly isRefused?: boolean;
}
export function Preview({ kind, now, delta = 0, isDoubtful = false, isRefused = false }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const short = !isDoubtful && !isRefused && now !== undefined && delta < 0 && now + delta < 0;
  const say = (whole: number) => sayAmount(format, kind, whole);
  const change = (before: number) =>
    isDoubtful ? say(before) : t('ledger.preview', { before: say(before), after: say(before + delta) });
  return (
    <Stack sx={{ bgcolor: 'background.sunken', borderRadius: '6px', px: 4, py: 3 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('ledger.preview_label')}
      </Typography>
      <Typography
        data-preview
        sx={{ fontSize: '1.25rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        {now === undefined ? '–' : change(now)}
      </Typography>
      <Typography variant="caption" sx={{ color: 'error.main', minHeight: 18 }}>
        {short ? t(`ledger.short.${kind}`, { available: say(now) }) : ''}
      </Typography>
    </Stack>
  );
}
