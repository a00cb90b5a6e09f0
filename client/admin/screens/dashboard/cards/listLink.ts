/** The very list behind a number: the same rows, by the same conditions, in the address. */
import type { Condition, Filter } from '../../../../../common/entity/filter';
import type { Card } from '../../../../../common/live/dashboardCards';
import { formatDateTime } from '../../../../../common/text/time/dates';
import { formatRange } from '../../../../engine/fieldTypes/filterText';

const NAMES: Readonly<Record<string, string>> = {
  '=': 'eq:',
  '<>': 'ne:',
  '>': 'gt:',
  '>=': 'egt:',
  '<': 'lt:',
  '<=': 'elt:',
  IN: 'in:',
  LIKE: 'like:',
};

function condText({ op, value }: Condition): string | undefined {
  if (op === 'NULL') return 'null';
  if (op === 'NOT NULL') return '!null';
  const name = NAMES[op];
  if (name === undefined) return undefined;
  return name + (Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', ''));
}
const conditions = (filter: Filter): readonly Condition[] => {
  if ('field' in filter) return [filter];
  return 'all' in filter ? filter.all.flatMap(conditions) : [];
};

export interface Part {
  /** One value of the column that tells apart. */
  readonly dim?: string;
  /** From an instant until before another, unix seconds. */
  readonly from?: number;
  readonly until?: number;
}
/** Where a list of exactly these rows is. */
export function listLink(card: Card, part: Part = {}): string {
  const query = new URLSearchParams();
  for (const cond of conditions(card.when ?? { all: [] })) {
    const text = condText(cond);
    if (text !== undefined) query.set(cond.field, text);
  }
  const picked = part.dim === undefined ? card.pick : [part.dim];
  if (card.by !== undefined && picked !== undefined)
    query.set(card.by, picked.map((dim) => (dim === '' ? 'null' : dim)).join(','));
  if (card.at !== undefined && part.from !== undefined) {
    const until = part.until === undefined ? '' : formatDateTime(part.until - 1);
    query.set(card.at, formatRange(formatDateTime(part.from), until));
  }
  const text = query.toString();
  return `/admin/${card.e ?? ''}${text === '' ? '' : `?${text}`}`;
}
