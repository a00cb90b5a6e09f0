/**
 * Stores the row errors of an import: refused rows with their errors as JSON lines (NDJSON) beside the imported file; the messages are in the language of the reader.
 */
import { appendFile, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import type { Lang } from '../../common/lang';
import { entityLabels } from '../../common/locales/entityLabels';
import { translateFault, translateIssue } from '../../common/locales/translate';
import { Fault, type FaultCode, type FaultParams } from '../../common/protocol/faults';
import { truncate } from '../../common/text/normalize';
import type { ImportError } from '../../common/protocol/dataImport';

const MAX_VALUE = 200;

/** Why one row is refused: issues of fields, or a fault of the whole row. */
export interface RowProblem {
  readonly issues: readonly Issue[];
  readonly fault?: { readonly code: FaultCode; readonly params: FaultParams };
}
export interface RefusedRow extends RowProblem {
  /** Its number in the file. */
  readonly row: number;
  /** The cells of the fields with issues. */
  readonly values: Readonly<Record<string, string>>;
}

/** The problem that a fault of the write path tells about one row. */
export const getProblem = ({ code, params, fields = [] }: Fault): RowProblem =>
  fields.length > 0 ? { issues: fields } : { issues: [], fault: { code, params } };

/** The field of an issue: `cat_ids.2` is about `cat_ids`. */
export const fieldOfIssue = ({ path }: Issue): string => path.split('.', 1)[0] ?? '';

export async function appendRefused(path: string, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length > 0) await appendFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
}
export const clearRefused = (path: string): Promise<void> => rm(path, { force: true });

/** The stored rows in order; a row that a crash let write twice is read once. */
export async function* readRefused(path: string): AsyncGenerator<RefusedRow> {
  let last = 0;
  const source = createReadStream(path);
  source.on('error', () => undefined);
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
      const row = parseLine(line);
      if (row === undefined || row.row <= last) continue;
      last = row.row;
      yield row;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    source.destroy();
  }
}
/** A line that a crash cut off is left out: its batch is written again. */
function parseLine(line: string): RefusedRow | undefined {
  try {
    return JSON.parse(line) as RefusedRow; // written by `appendRefused`
  } catch {
    return undefined;
  }
}

/** Options that a message names; of a longer list it names the first ones. */
const MAX_OPTIONS = 10;
function nameOptions(path: string, lang: Lang, options: readonly string[]): Issue {
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(options.slice(0, MAX_OPTIONS));
  if (options.length <= MAX_OPTIONS) return { path, code: 'choice_of', params: { options: names } };
  return { path, code: 'choice_like', params: { options: names, count: options.length } };
}

/** The errors of a row in words, one for each field. */
export function describeRefused(entity: AnyEntity, lang: Lang, refused: RefusedRow): readonly ImportError[] {
  const { fields: labels, choices } = entityLabels(entity, lang);
  const { row, issues, fault, values } = refused;
  const about = (field: string, msg: string): ImportError => ({
    row,
    field,
    label: labels[field] ?? '',
    msg,
    value: truncate(values[field] ?? '', MAX_VALUE),
  });
  if (fault) return [about('', translateFault(lang, new Fault(fault.code, fault.params, {})))];
  return issues.map((issue) => {
    const field = fieldOfIssue(issue);
    const options = issue.code === 'choice' ? Object.values(choices[field] ?? {}) : [];
    return about(field, translateIssue(lang, options.length > 0 ? nameOptions(field, lang, options) : issue));
  });
}
