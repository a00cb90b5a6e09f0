/** Formats rows as CSV lines: names of choices, titles of rows, formatted dates. `common/text/csv.ts` escapes formulas (CSV injection). */
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { entityLabels } from '../../../common/locales/entityLabels';
import { memoText } from '../../../common/locales/memos';
import { translate } from '../../../common/locales/translate';
import { csvLine, csvNumberCell, csvTextCell } from '../../../common/text/csv';
import { formatDateTime } from '../../../common/text/time/dates';
import type { Lang } from '../../../common/lang';
import type { ReferenceTitles } from '../../engine/read/references';

const jsonText = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const NUMBER_KINDS: ReadonlySet<string> = new Set(['integer', 'float', 'money', 'year']);
const LEDGER_ENTITIES: ReadonlySet<string> = new Set([userMoneyLog.name, userScoreLog.name]);
const FILE_KINDS: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files']);

/** Writes CSV lines for rows of one entity in one language. */
export interface CsvWriter {
  readonly head: () => string;
  readonly line: (row: WireRow, titles: ReferenceTitles) => string;
}

export function createCsvWriter(entity: AnyEntity, columns: readonly Column[], lang: Lang): CsvWriter {
  const labels = entityLabels(entity, lang);
  const memoColumns: ReadonlySet<string> = new Set(LEDGER_ENTITIES.has(entity.name) ? ['memo'] : []);
  const formatValue = (column: Column, value: Json, titles: ReferenceTitles): string => {
    const { options, kind } = column;
    if (options.values) {
      const name = Object.keys(options.values).find((key) => options.values?.[key] === value);
      return name === undefined ? jsonText(value) : (labels.choices[column.name]?.[name] ?? name);
    }
    if (options.to !== undefined) return titles[options.to]?.[jsonText(value)] ?? `#${jsonText(value)}`;
    if (FILE_KINDS.has(kind) && options.by === 'id')
      return titles['attachment']?.[jsonText(value)] ?? `#${jsonText(value)}`;
    if (kind === 'switch') return translate(lang, value === 1 ? 'engine.field.yes' : 'engine.field.no');
    if (memoColumns.has(column.name) && typeof value === 'string') return memoText(value, lang);
    if (kind === 'datetime' && typeof value === 'number') return formatDateTime(value);
    return jsonText(value);
  };
  const formatCell = (column: Column, value: Json | undefined, titles: ReferenceTitles): string => {
    if (value === null || value === undefined) return '';
    if (NUMBER_KINDS.has(column.kind)) return csvNumberCell(jsonText(value));
    const isScalar = column.kind === 'json' || !Array.isArray(value);
    const parts = isScalar ? [value] : (value as readonly Json[]);
    return csvTextCell(parts.map((part) => formatValue(column, part, titles)).join('; '));
  };
  return {
    head: () => csvLine(columns.map(({ name }) => csvTextCell(labels.fields[name] ?? name))),
    line: (row, titles) => csvLine(columns.map((column) => formatCell(column, row[column.name], titles))),
  };
}
