/** Link from a number to the list of the rows it counts: filter as query parameters. */
import type { Condition, Filter } from '../../../../../common/entity/filter';
import type { DashboardCard } from '../../../../../common/live/dashboardCards';
import { formatDateTime } from '../../../../../common/text/time/dates';
import { formatRange } from '../../../../engine/fieldTypes/filterText';
import { AS_OF_PARAM } from '../../../../engine/list/asOf/asOfParam';
import { useEngine } from '../../../../engine/engineContext';
import { keepsHistory } from '../../../../../common/definition/keepsHistory';
import { usePastDashboard } from '../metrics/pastDashboard';

const OPERATOR_PREFIXES: Readonly<Record<string, string>> = {
  '=': 'eq:',
  '<>': 'ne:',
  '>': 'gt:',
  '>=': 'egt:',
  '<': 'lt:',
  '<=': 'elt:',
  IN: 'in:',
  LIKE: 'like:',
};

function conditionText({ op, value }: Condition): string | undefined {
  if (op === 'NULL') return 'null';
  if (op === 'NOT NULL') return '!null';
  const name = OPERATOR_PREFIXES[op];
  if (name === undefined) return undefined;
  return name + (Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', ''));
}
const conditions = (filter: Filter): readonly Condition[] => {
  if ('field' in filter) return [filter];
  return 'all' in filter ? filter.all.flatMap(conditions) : [];
};

export interface ListPart {
  /** One value of the grouping column. */
  readonly group?: string;
  /** Time range in unix seconds, `until` excluded. */
  readonly from?: number;
  readonly until?: number;
}
/** Returns the path of the list with these rows. */
function listLink(card: DashboardCard, part: ListPart, moment?: number): string {
  const query = new URLSearchParams();
  for (const condition of conditions(card.when ?? { all: [] })) {
    const text = conditionText(condition);
    if (text !== undefined) query.set(condition.field, text);
  }
  const { e: entityName = '', by: groupColumn, at: timeColumn } = card;
  const values = part.group === undefined ? card.pick : [part.group];
  if (groupColumn !== undefined && values !== undefined)
    query.set(groupColumn, values.map((group) => (group === '' ? 'null' : group)).join(','));
  if (timeColumn !== undefined && part.from !== undefined) {
    const until = part.until === undefined ? '' : formatDateTime(part.until - 1);
    query.set(timeColumn, formatRange(formatDateTime(part.from), until));
  }
  if (moment !== undefined) query.set(AS_OF_PARAM, String(moment));
  const text = query.toString();
  return `/admin/${entityName}${text === '' ? '' : `?${text}`}`;
}

/** The links of the cards; while the dashboard shows the past, to lists of the same moment where their past is known. */
export function useListLink(): (card: DashboardCard, part?: ListPart) => string {
  const past = usePastDashboard();
  const { registry } = useEngine();
  return (card, part = {}) => {
    const entity = registry.get(card.e ?? '');
    return listLink(card, part, entity && keepsHistory(entity) ? past?.moment : undefined);
  };
}
