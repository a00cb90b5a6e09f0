/** A history as a CSV file that a spreadsheet opens as it is, however long it is. */
import { CSV_START, csvLine, csvNumber, csvText } from '../../../common/text/csv';
import { moneyOf } from '../../../common/text/moneys';
import type { Entry } from './entries';
import { zonedTime } from '../../shared/receipt/zonedTime';

const amount = ({ kind }: Entry, whole: number): string => (kind === 'money' ? moneyOf(whole) : String(whole));

interface CsvWords {
  /** The names of the columns. */
  readonly heads: readonly string[];
  readonly typeOf: (entry: Entry) => string;
  /** IANA name of the zone of the times. */
  readonly zone: string;
}
/** The whole file. */
export function csvOf(entries: readonly Entry[], { heads, typeOf, zone }: CsvWords): string {
  const rows = entries.map((entry) => {
    const said = [zonedTime(zone, entry.at), typeOf(entry)].map(csvText);
    const amounts = [entry.amount, entry.before, entry.after].map((whole) => csvNumber(amount(entry, whole)));
    return [csvText(entry.receipt), String(entry.n), ...said, ...amounts, csvText(entry.memo)];
  });
  return CSV_START + [heads.map(csvText), ...rows].map(csvLine).join('');
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
