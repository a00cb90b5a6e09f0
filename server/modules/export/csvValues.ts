/** Values as a person reads them in a file: names of choices, titles of rows, dates as ruled. */
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { entityWords } from '../../../common/locales/entityWords';
import { memoSaid } from '../../../common/locales/memos';
import { say } from '../../../common/locales/words';
import { csvLine, csvNumber, csvText } from '../../../common/text/csv';
import { formatDateTime } from '../../../common/text/dates';
import type { Lang } from '../../context';
import type { Titles } from '../../engine/read/references';

/** What any JSON value is as a text. */
const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'money', 'year']);
const LEDGERS: ReadonlySet<string> = new Set([userMoneyLog.name, userScoreLog.name]);
const FILES: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files']);

/** Writes lines of one entity's rows in one language. */
export interface CsvWriter {
  readonly head: () => string;
  readonly line: (row: Wire, titles: Titles) => string;
}

export function csvWriter(entity: AnyEntity, columns: readonly Column[], lang: Lang): CsvWriter {
  const words = entityWords(entity, lang);
  const memos: ReadonlySet<string> = new Set(LEDGERS.has(entity.name) ? ['memo'] : []);
  const one = (column: Column, value: Json, titles: Titles): string => {
    const { options, kind } = column;
    if (options.values) {
      const name = Object.keys(options.values).find((key) => options.values?.[key] === value);
      return name === undefined ? textOf(value) : (words.choices[column.name]?.[name] ?? name);
    }
    if (options.to !== undefined) return titles[options.to]?.[textOf(value)] ?? `#${textOf(value)}`;
    if (FILES.has(kind) && options.by === 'id') return titles['attachment']?.[textOf(value)] ?? `#${textOf(value)}`;
    if (kind === 'switch') return say(lang, value === 1 ? 'engine.field.yes' : 'engine.field.no');
    if (memos.has(column.name) && typeof value === 'string') return memoSaid(value, lang);
    if (kind === 'datetime' && typeof value === 'number') return formatDateTime(value);
    return textOf(value);
  };
  const cell = (column: Column, value: Json | undefined, titles: Titles): string => {
    if (value === null || value === undefined) return '';
    if (NUMBERS.has(column.kind)) return csvNumber(textOf(value));
    const whole = column.kind === 'json' || !Array.isArray(value);
    const parts = whole ? [value] : (value as readonly Json[]);
    return csvText(parts.map((part) => one(column, part, titles)).join('; '));
  };
  return {
    head: () => csvLine(columns.map(({ name }) => csvText(words.fields[name] ?? name))),
    line: (row, titles) => csvLine(columns.map((column) => cell(column, row[column.name], titles))),
  };
}
