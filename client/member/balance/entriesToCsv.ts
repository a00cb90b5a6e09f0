/** Writes a history as a CSV file. */
import { CSV_BOM, csvLine, csvNumberCell, csvTextCell } from '../../../common/text/csv';
import { formatCents } from '../../../common/text/cents';
import type { Entry } from './entriesApi';
import { formatZonedTime } from '../../shared/receipt/formatZonedTime';

const formatPlainAmount = ({ kind }: Entry, value: number): string =>
  kind === 'money' ? formatCents(value) : String(value);

interface CsvOptions {
  /** The column headers. */
  readonly headers: readonly string[];
  readonly typeLabel: (entry: Entry) => string;
  /** IANA name of the time zone of the times. */
  readonly zone: string;
}
/** Returns the complete file. */
export function entriesToCsv(entries: readonly Entry[], { headers, typeLabel, zone }: CsvOptions): string {
  const rows = entries.map((entry) => {
    const texts = [formatZonedTime(zone, entry.at), typeLabel(entry)].map(csvTextCell);
    const amounts = [entry.amount, entry.before, entry.after].map((value) =>
      csvNumberCell(formatPlainAmount(entry, value)),
    );
    return [csvTextCell(entry.receipt), String(entry.n), ...texts, ...amounts, csvTextCell(entry.memo)];
  });
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
