/** Parses CSV text that arrives in parts: cells separated by commas, semicolons or tabs, quoted where needed. */
import { LIMITS } from '../../../common/limits';
import { assertRowLimits, cellTooLong, type SheetRow } from './sheetRow';

type Separator = '\t' | ';' | ',';
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];
/** Characters after which the separator is chosen even if the first line goes on. */
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

export interface CsvParser {
  /** The rows that end in this part of the text. */
  readonly push: (text: string) => readonly SheetRow[];
  /** The last row, when no line break follows it. */
  readonly end: () => readonly SheetRow[];
}

/** The next separator, quote or line break. */
function findSpecial(text: string, start: number, separator: Separator): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === separator || character === '"' || character === '\n' || character === '\r') break;
  }
  return at;
}

/** Where the parser is: outside quotes, inside them, or behind a quote that may end them. */
type Place = 'plain' | 'quoted' | 'quote';

/** Errors: `import.too_many_columns`, `import.cell_too_long`. */
export function createCsvParser(): CsvParser {
  let separator: Separator | undefined;
  let waiting = '';
  let place: Place = 'plain';
  let cell = '';
  let cells: string[] = [];
  let number = 0;
  let isAfterReturn = false;
  let rows: SheetRow[] = [];

  const endCell = () => {
    cells.push(cell);
    cell = '';
    place = 'plain';
    if (cells.length > LIMITS.importColumns) assertRowLimits({ number: number + 1, cells });
  };
  const endRow = () => {
    endCell();
    number += 1;
    rows.push({ number, cells });
    cells = [];
  };
  const append = (text: string) => {
    cell += text;
    if (cell.length > LIMITS.importCellChars) throw cellTooLong(number + 1);
  };
  const readCharacter = (character: string) => {
    if (character === separator) endCell();
    else if (character === '\n' || character === '\r') endRow();
    else if (character === '"' && cell === '' && place === 'plain') place = 'quoted';
    else append(character);
  };
  /** Reads from a position and returns the next one. */
  const readAt = (text: string, at: number): number => {
    const character = text.charAt(at);
    if (isAfterReturn && character === '\n') {
      isAfterReturn = false;
      return at + 1;
    }
    isAfterReturn = character === '\r' && place !== 'quoted';
    if (place === 'quoted') {
      const quote = text.indexOf('"', at);
      append(text.slice(at, quote < 0 ? text.length : quote));
      if (quote < 0) return text.length;
      place = 'quote';
      return quote + 1;
    }
    if (place === 'quote' && character === '"') {
      append('"');
      place = 'quoted';
      return at + 1;
    }
    const end = findSpecial(text, at, separator ?? ',');
    if (end > at) append(text.slice(at, end));
    else readCharacter(character);
    return Math.max(end, at + 1);
  };
  const read = (text: string, isEnd: boolean): readonly SheetRow[] => {
    waiting += text;
    separator ??= findSeparator(waiting, isEnd);
    if (separator === undefined) return [];
    const ready = waiting;
    waiting = '';
    for (let at = 0; at < ready.length;) at = readAt(ready, at);
    const done = rows;
    rows = [];
    return done;
  };
  return {
    push: (text) => read(text, false),
    end: () => {
      const last = [...read('', true)];
      if (cell === '' && cells.length === 0 && place === 'plain') return last;
      endRow();
      return [...last, ...rows];
    },
  };
}
