/** Streaming CSV parser (RFC 4180): text arrives in chunks; cells are separated by commas, semicolons or tabs, quoted where needed. */
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { assertRowLimits, cellTooLong, type SheetRow } from './sheetRow';

type Separator = '\t' | ';' | ',';
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];
/** The separator is guessed from at most this number of characters, also of a longer first line. */
const SEPARATOR_WINDOW = 64 * 1024;

/** The separator that occurs most in the first line, outside quotes; undefined while the line has not ended. */
function findSeparator(text: string, isEnd: boolean): Separator | undefined {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return mostFrequent(counts);
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return isEnd || text.length > SEPARATOR_WINDOW ? mostFrequent(counts) : undefined;
}
const mostFrequent = (counts: ReadonlyMap<string, number>): Separator =>
  SEPARATORS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));

/** The next separator, quote or line break. */
function findSpecial(text: string, start: number, separator: Separator): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === separator || character === '"' || character === '\n' || character === '\r') break;
  }
  return at;
}

/** State of the parser: outside quotes, inside them, or behind a quote that may end them. */
type Place = 'plain' | 'quoted' | 'quote';

/** Errors: `import.too_many_columns`, `import.cell_too_long`. */
export class CsvParser {
  private separator: Separator | undefined;
  private waiting = '';
  private place: Place = 'plain';
  private cell = '';
  private cells: string[] = [];
  private number = 0;
  private isAfterReturn = false;
  private rows: SheetRow[] = [];

  /** The rows that end in this part of the text. */
  push(text: string): readonly SheetRow[] {
    return this.read(text, false);
  }

  /** The last row, when no line break follows it. */
  end(): readonly SheetRow[] {
    const last = this.read('', true);
    if (this.cell === '' && this.cells.length === 0 && this.place === 'plain') return last;
    this.endRow();
    return [...last, ...this.rows];
  }

  private read(text: string, isEnd: boolean): readonly SheetRow[] {
    this.waiting += text;
    this.separator ??= findSeparator(this.waiting, isEnd);
    if (this.separator === undefined) return [];
    const ready = this.waiting;
    this.waiting = '';
    for (let at = 0; at < ready.length;) at = this.readAt(ready, at, this.separator);
    const parsedRows = this.rows;
    this.rows = [];
    return parsedRows;
  }

  /** Reads from a position and returns the next one. */
  private readAt(text: string, at: number, separator: Separator): number {
    const character = text.charAt(at);
    const isSecondHalf = this.isAfterReturn && character === '\n';
    this.isAfterReturn = character === '\r' && this.place !== 'quoted';
    if (isSecondHalf) return at + 1;
    if (this.place === 'quoted') return this.readQuoted(text, at);
    if (this.place === 'quote' && character === '"') {
      this.append('"');
      this.place = 'quoted';
      return at + 1;
    }
    const end = findSpecial(text, at, separator);
    if (end > at) this.append(text.slice(at, end));
    else this.readSpecial(character, separator);
    return Math.max(end, at + 1);
  }

  private readQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    this.append(text.slice(at, quote < 0 ? text.length : quote));
    if (quote < 0) return text.length;
    this.place = 'quote';
    return quote + 1;
  }

  private readSpecial(character: string, separator: Separator): void {
    if (character === separator) this.endCell();
    else if (character !== '"') this.endRow();
    else if (this.cell === '' && this.place === 'plain') this.place = 'quoted';
    else this.append(character);
  }

  private append(text: string): void {
    this.cell += text;
    if (this.cell.length > IMPORT_LIMITS.cellChars) throw cellTooLong(this.number + 1);
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.place = 'plain';
    if (this.cells.length > IMPORT_LIMITS.columns) assertRowLimits({ number: this.number + 1, cells: this.cells });
  }

  private endRow(): void {
    this.endCell();
    this.number += 1;
    this.rows.push({ number: this.number, cells: this.cells });
    this.cells = [];
  }
}
