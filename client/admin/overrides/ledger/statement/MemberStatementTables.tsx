/** The tables of a member's statement: its sums, and its entries. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { memoText } from '../../../../../common/locales/memos';
import { formatTimeIn } from '../../../../shared/bookingReceipt/formatZonedTime';
import { useFormatters } from '../../../../shared/i18n/format';
import { useEntityLabels, useLanguage } from '../../../../shared/i18n/i18n';
import { formatMinorUnits } from '../amounts';
import type { MemberStatement } from './memberStatementApi';

const AMOUNT_CELL = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/** Columns that a phone leaves out; paper shows them. */
const WIDE_ONLY = { display: { xs: 'none', sm: 'table-cell' }, displayPrint: 'table-cell' } as const;

interface TablesProps {
  readonly kind: LedgerKind;
  readonly statement: MemberStatement;
}
function useFormatAmounts(kind: LedgerKind) {
  const format = useFormatters();
  const plain = (amount: number) => formatMinorUnits(format, kind, amount);
  return {
    plain: (amount: number) => (amount < 0 ? `−${plain(-amount)}` : plain(amount)),
    signed: (amount: number) => (amount === 0 ? plain(0) : `${amount < 0 ? '−' : '+'}${plain(Math.abs(amount))}`),
  };
}

/** Opening balance, what came and went, closing balance. */
export function StatementSums({ kind, statement: { opening, closing, types } }: TablesProps) {
  const { t } = useTranslation();
  const { plain, signed } = useFormatAmounts(kind);
  const lines = [
    ['opening', plain(opening)],
    ['added', signed(types.reduce((sum, { added }) => sum + added, 0))],
    ['deducted', signed(types.reduce((sum, { deducted }) => sum + deducted, 0))],
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

export function MemberStatementEntries({ kind, statement: { zone, entries } }: TablesProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { choices } = useEntityLabels(userMoneyLog);
  const { plain, signed } = useFormatAmounts(kind);
  if (entries.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('balance.statement.none')}</Typography>;
  return (
    <Table size="small" aria-label={t('balance.statement.title')}>
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
              {formatTimeIn(zone, at).slice(5, 16)}
            </TableCell>
            <TableCell sx={WIDE_ONLY}>{choices['type']?.[type] ?? type}</TableCell>
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
