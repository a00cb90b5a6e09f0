/** Balance after the amount that is being typed. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../../shared/i18n/format';
import { formatMinorUnits } from './amounts';
import type { LedgerKind } from '../../../../common/ledgerKind';

interface BalancePreviewProps {
  readonly kind: LedgerKind;
  readonly balance: number | undefined;
  /** Signed cents or points; undefined while no amount is typed. */
  readonly delta: number | undefined;
  /**
   * Whether the booking may be stored already: its request runs, or its response was lost. `balance` may then include the
   * amount, so nothing is added to it.
   */
  readonly mayBeBooked?: boolean;
  /** Whether the amount field shows an error, which replaces the warning of the preview. */
  readonly isRefused?: boolean;
}
export function BalancePreview({
  kind,
  balance,
  delta = 0,
  mayBeBooked = false,
  isRefused = false,
}: BalancePreviewProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const isTooLow = !mayBeBooked && !isRefused && balance !== undefined && delta < 0 && balance + delta < 0;
  const formatAmount = (minorUnits: number) => formatMinorUnits(format, kind, minorUnits);
  const changeText = (before: number) =>
    mayBeBooked
      ? formatAmount(before)
      : t('ledger.preview', { before: formatAmount(before), after: formatAmount(before + delta) });
  return (
    <Stack sx={{ bgcolor: 'background.sunken', borderRadius: '6px', px: 4, py: 3 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('ledger.preview_label')}
      </Typography>
      <Typography
        data-preview
        sx={{ fontSize: '1.25rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        {balance === undefined ? '–' : changeText(balance)}
      </Typography>
      <Typography variant="caption" sx={{ color: 'error.main', minHeight: 18 }}>
        {isTooLow ? t(`ledger.short.${kind}`, { available: formatAmount(balance) }) : ''}
      </Typography>
    </Stack>
  );
}
