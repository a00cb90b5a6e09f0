/** A history as a CSV file that a spreadsheet opens as it is, however long it is. */
import { moneyOf } from '../../../common/text/moneys';
import { formatDateTime } from '../../../common/text/dates';
import { numberOf, zoned, type Entry } from './entries';

/** A cell that begins like a formula would be run by spreadsheets. */
const cell = (value: string): string => {
  const safe = /^[=+@\t\r]|^-\D/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const amount = ({ kind }: Entry, whole: number): string => (kind === 'money' ? moneyOf(whole) : String(whole));

/** The whole file; `heads` name its columns, `typeOf` its types. */
export function csvOf(entries: readonly Entry[], heads: readonly string[], typeOf: (entry: Entry) => string): string {
  const rows = entries.map((entry) => [
    ...[numberOf(entry), String(entry.n), zoned({ dateTime: formatDateTime }, entry.at), typeOf(entry)],
    ...[amount(entry, entry.amount), amount(entry, entry.before), amount(entry, entry.after), entry.memo],
  ]);
  return `\ufeff${[heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
