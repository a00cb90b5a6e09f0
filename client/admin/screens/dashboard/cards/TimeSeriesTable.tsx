/** The values of a time series chart as a table, newest first, for screen readers and keyboard users. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import type { Series } from '../charts/chartOptions';
import { visuallyHidden } from '../../../../ui/visuallyHidden';

interface TimeSeriesTableProps {
  readonly caption: string;
  readonly starts: readonly number[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (start: number) => string;
}
export function TimeSeriesTable({ caption, starts, series, formatValue, formatTime }: TimeSeriesTableProps) {
  const { t } = useTranslation();
  const rows = starts
    .map((start, index) => ({ start, values: series.map(({ values }) => values[index] ?? 0) }))
    .reverse();
  return (
    <Box component="section" tabIndex={0} aria-label={caption} sx={{ flex: 1, minHeight: 0, overflow: 'auto', mx: -2 }}>
      <Table size="small" stickyHeader>
        <Box component="caption" sx={visuallyHidden}>
          {caption}
        </Box>
        <TableHead>
          <TableRow>
            <TableCell>{t('dashboard.when')}</TableCell>
            {series.map(({ name }) => (
              <TableCell key={name} align="right">
                {series.length > 1 ? name : t('dashboard.value')}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ start, values }) => (
            <TableRow key={start}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                {formatTime(start)}
              </TableCell>
              {values.map((value, index) => (
                <TableCell key={series[index]?.name} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {formatValue(value)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
