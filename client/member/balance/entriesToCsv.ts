/** Writes a history as a CSV file. */
import { CSV_BOM, csvLine, csvNumberCell, csvTextCell } from '../../../common/text/csv';
import { formatCents } from '../../../common/text/cents';
import type { BalanceKind } from './amounts';
import type { Entry } from './entriesApi';
import { formatZonedTime } from '../../shared/bookingReceipt/formatZonedTime';

const formatPlainAmount = (kind: BalanceKind, value: number): string =>
  kind === 'money' ? formatCents(value) : String(value);

interface CsvOptions {
  /** The column headers. */
  readonly headers: readonly string[];
  readonly typeLabel: (entry: Entry) => string;
  /** IANA name of the time zone of the times. */
  readonly zone: string;
}
function entryCells(entry: Entry, { typeLabel, zone }: Pick<CsvOptions, 'typeLabel' | 'zone'>): readonly string[] {
  const texts = [formatZonedTime(zone, entry.at), typeLabel(entry)].map(csvTextCell);
  const amounts = [entry.amount, entry.before, entry.after].map((value) =>
    csvNumberCell(formatPlainAmount(entry.kind, value)),
  );
  return [csvTextCell(entry.receipt), String(entry.n), ...texts, ...amounts, csvTextCell(entry.memo)];
}
/** Returns the complete file. */
export function entriesToCsv(entries: readonly Entry[], { headers, ...options }: CsvOptions): string {
  const rows = entries.map((entry) => entryCells(entry, options));
  return CSV_BOM + [headers.map(csvTextCell), ...rows].map(csvLine).join('');
}

interface BalanceLine {
  readonly label: string;
  /** Unix seconds. */
  readonly at: number;
  readonly balance: number;
}
interface StatementCsvOptions extends CsvOptions {
  readonly kind: BalanceKind;
  readonly opening: BalanceLine;
  readonly closing: BalanceLine;
}
/** Returns the file of a statement: its entries between a line with the opening balance and one with the closing balance. */
export function statementToCsv(
  entries: readonly Entry[],
  { headers, kind, opening, closing, ...options }: StatementCsvOptions,
): string {
  const balanceCells = ({ label, at, balance }: BalanceLine) => [
    ...['', '', csvTextCell(formatZonedTime(options.zone, at)), csvTextCell(label), '', ''],
    ...[csvNumberCell(formatPlainAmount(kind, balance)), ''],
  ];
  const rows = [balanceCells(opening), ...entries.map((entry) => entryCells(entry, options)), balanceCells(closing)];
  return CSV_BOM + [headers.map(csvTextCell), ...rows].map(csvLine).join('');
}

/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
