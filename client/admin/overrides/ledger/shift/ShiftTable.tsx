/** The sums of a shift in one ledger, by type, with their total. */
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { useFormatters } from '../../../../shared/i18n/format';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { formatMinorUnits } from '../amounts';
import type { ShiftSum } from './shiftApi';

const NUMBER_CELL = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const TOTAL_CELL = { ...NUMBER_CELL, fontWeight: 600 } as const;

interface ShiftTableProps {
  readonly kind: LedgerKind;
  readonly sums: readonly ShiftSum[];
}
export function ShiftTable({ kind, sums }: ShiftTableProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { choices } = useEntityLabels(userMoneyLog);
  const formatAmount = (minorUnits: number) =>
    `${minorUnits < 0 ? '−' : ''}${formatMinorUnits(format, kind, Math.abs(minorUnits))}`;
  const total = (valueOf: (sum: ShiftSum) => number) => sums.reduce((all, sum) => all + valueOf(sum), 0);
  const rowCells = (count: number, added: number, deducted: number) => [
    format.number(count),
    ...[added, deducted, added + deducted].map(formatAmount),
  ];
  const totals = rowCells(
    total(({ count }) => count),
    total(({ added }) => added),
    total(({ deducted }) => deducted),
  );
  return (
    <section aria-label={t(`ledger.kind.${kind}`)}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {t(`ledger.kind.${kind}`)}
      </Typography>
      <Table size="small" sx={{ tableLayout: 'fixed', '& td, & th': { px: { xs: 1, sm: 4 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('ledger.shift.type')}</TableCell>
            <TableCell sx={NUMBER_CELL}>{t('ledger.shift.entries')}</TableCell>
            <TableCell sx={NUMBER_CELL}>{t('ledger.shift.added')}</TableCell>
            <TableCell sx={NUMBER_CELL}>{t('ledger.shift.deducted')}</TableCell>
            <TableCell sx={NUMBER_CELL}>{t('ledger.shift.net')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sums.map((sum) => (
            <TableRow key={sum.type}>
              <TableCell>{choices['type']?.[sum.type] ?? sum.type}</TableCell>
              {rowCells(sum.count, sum.added, sum.deducted).map((text, index) => (
                <TableCell key={index} sx={NUMBER_CELL}>
                  {text}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow data-total>
            <TableCell sx={{ fontWeight: 600 }}>{t('ledger.shift.total')}</TableCell>
            {totals.map((text, index) => (
              <TableCell key={index} sx={TOTAL_CELL}>
                {text}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
    </section>
  );
}
