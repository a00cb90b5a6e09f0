/** The tables of a statement: its sums by type, and its entries. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../../../common/locales/memos';
import { useFormatters } from '../../../../shared/i18n/format';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { formatTimeIn } from '../../../../shared/bookingReceipt/formatZonedTime';
import { HIDDEN_AMOUNT } from '../../../../shared/store/settings';
import { formatBalanceAmount, formatSignedAmount, type BalanceKind } from '../../../balance/amounts';
import type { StatementWithEntries } from './useStatement';

const AMOUNT_CELL = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/** Columns that a phone leaves out; paper shows them. */
const WIDE_ONLY = { display: { xs: 'none', sm: 'table-cell' }, displayPrint: 'table-cell' } as const;

interface StatementTableProps {
  readonly kind: BalanceKind;
  readonly data: StatementWithEntries;
  readonly isMasked: boolean;
}
function useFormatAmounts(kind: BalanceKind, isMasked: boolean) {
  const format = useFormatters();
  return {
    signed: (amount: number) => (isMasked ? HIDDEN_AMOUNT : formatSignedAmount(format, kind, amount)),
    plain: (amount: number) => (isMasked ? HIDDEN_AMOUNT : formatBalanceAmount(format, kind, amount)),
  };
}

/** Opening balance, what came and went, closing balance. */
export function BalanceSummary({ kind, data: { statement }, isMasked }: StatementTableProps) {
  const { t } = useTranslation();
  const { signed, plain } = useFormatAmounts(kind, isMasked);
  const { opening, closing, types } = statement;
  const added = types.reduce((sum, one) => sum + one.added, 0);
  const deducted = types.reduce((sum, one) => sum + one.deducted, 0);
  const lines = [
    ['opening', plain(opening)],
    ['added', signed(added)],
    ['deducted', deducted === 0 ? plain(0) : signed(deducted)],
    ['closing', plain(closing)],
  ] as const;
  return (
    <Box
      component="dl"
      sx={{ m: 0, mb: 5, display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
    >
      {lines.map(([name, value]) => (
        <Box key={name} data-statement={name}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`balance.statement.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

export function TypeSums({ kind, data: { statement }, isMasked }: StatementTableProps) {
  const { t } = useTranslation();
  const { number } = useFormatters();
  const { signed } = useFormatAmounts(kind, isMasked);
  if (statement.types.length === 0) return null;
  return (
    <Table size="small" aria-label={t('balance.statement.by_type')} sx={{ mb: 5 }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('balance.receipt.type')}</TableCell>
          <TableCell sx={AMOUNT_CELL}>{t('balance.statement.entries')}</TableCell>
          <TableCell sx={AMOUNT_CELL}>{t('balance.receipt.amount')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {statement.types.map(({ type, count, added, deducted }) => (
          <TableRow key={type}>
            <TableCell>{t(`balance.types.${type}`)}</TableCell>
            <TableCell sx={AMOUNT_CELL}>{number(count)}</TableCell>
            <TableCell sx={AMOUNT_CELL}>{signed(added + deducted)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export function StatementEntries({ kind, data: { statement, entries }, isMasked }: StatementTableProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { signed, plain } = useFormatAmounts(kind, isMasked);
  if (entries.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('balance.statement.none')}</Typography>;
  return (
    <Table size="small" aria-label={t('balance.statement.entries')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('balance.receipt.time')}</TableCell>
          <TableCell sx={WIDE_ONLY}>{t('balance.receipt.type')}</TableCell>
          <TableCell>{t('balance.receipt.memo')}</TableCell>
          <TableCell sx={WIDE_ONLY}>{t('balance.receipt.number')}</TableCell>
          <TableCell sx={AMOUNT_CELL}>{t('balance.receipt.amount')}</TableCell>
          <TableCell sx={{ ...AMOUNT_CELL, ...WIDE_ONLY }}>{t('balance.receipt.after')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {entries.map(({ n, at, type, memo, receipt, amount, after }) => (
          <TableRow key={n}>
            <TableCell sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: { sm: 'nowrap' } }}>
              {formatTimeIn(statement.zone, at).slice(5, 16)}
            </TableCell>
            <TableCell sx={WIDE_ONLY}>{t(`balance.types.${type}`)}</TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{memoText(memo, lang)}</TableCell>
            <TableCell sx={WIDE_ONLY}>{receipt}</TableCell>
            <TableCell sx={AMOUNT_CELL}>{signed(amount)}</TableCell>
            <TableCell sx={{ ...AMOUNT_CELL, ...WIDE_ONLY }}>{plain(after)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
