/** Searches of columns by the texts that older clients show, which become conditions on the stored values. */
import { readableColumns } from '../../../common/entity/access';
import type { Operator } from '../../../common/entity/fieldKinds';
import { parseList } from '../../../common/entity/readValue';
import { findOperator } from '../../../common/query/listQuery';
import type { SearchCondition, SearchItem } from '../../../common/query/parseSearchParam';
import { normalizeForSearch, normalizeForStorage } from '../../../common/text/normalize';
import { fuzzyText, isAnyValue, NOTHING } from '../fuzzySearch';
import type { QueryTarget } from './queryTarget';
import type { ShownColumn, ShownValue } from './shownColumns';

interface TextTest {
  readonly matches: (shown: string) => boolean;
  readonly isNegative: boolean;
}
const NEGATIVE: ReadonlySet<Operator> = new Set<Operator>(['<>', 'NOT IN', 'NOT LIKE']);

/** The column of a search by what is shown; undefined for other columns, and for one that the caller may not read. */
export function findShownColumn(name: string, { controller, ctx, entity }: QueryTarget): ShownColumn | undefined {
  const { shown = {} } = controller;
  const column = Object.hasOwn(shown, name) ? shown[name] : undefined;
  const isReadable = readableColumns(ctx.actor, entity).some((readable) => readable.name === column?.column);
  return isReadable ? column : undefined;
}

/** The conditions, all of which must hold; undefined where our route decides: other columns, other operators, no text. */
export async function findByShownText(
  item: SearchCondition,
  target: QueryTarget,
): Promise<readonly SearchItem[] | undefined> {
  const column = findShownColumn(item.field, target);
  const test = column === undefined ? undefined : createTextTest(item);
  if (column === undefined || test === undefined) return undefined;
  const values = await column.load(target);
  const found = values.filter(({ shown }) => test.matches(shown));
  return column.within === undefined
    ? [toShownCondition(column, found, test.isNegative)]
    : toConditionsWithin({ ...column, within: column.within }, { values, found, isNegative: test.isNegative });
}

function createTextTest({ operator = '=', val }: SearchCondition): TextTest | undefined {
  const op = findOperator(operator);
  if (op === undefined) return undefined;
  const isNegative = NEGATIVE.has(op);
  if (op === 'IN' || op === 'NOT IN') {
    const list = new Set((parseList(val) ?? []).map((text) => normalizeForStorage(String(text))));
    return list.size === 0 ? undefined : { matches: (shown) => list.has(shown), isNegative };
  }
  if (typeof val !== 'string' && typeof val !== 'number') return undefined;
  if (op === '=' || op === '<>') {
    const wanted = normalizeForStorage(String(val));
    return wanted === '' ? undefined : { matches: (shown) => shown === wanted, isNegative };
  }
  if ((op !== 'LIKE' && op !== 'NOT LIKE') || isAnyValue(val)) return undefined;
  const text = normalizeForSearch(fuzzyText(val));
  return text === '' ? undefined : { matches: (shown) => normalizeForSearch(shown).includes(text), isNegative };
}

const listStored = (values: readonly ShownValue[]) => [...new Set(values.map(({ stored }) => stored))];

/** The condition that finds the rows with these texts, or without them. */
export function toShownCondition(
  { column, by = column }: ShownColumn,
  found: readonly ShownValue[],
  isNegative = false,
): SearchCondition {
  const val = listStored(found);
  if (val.length > 0) return { field: by, operator: isNegative ? 'NOT IN' : 'IN', val };
  return isNegative ? { field: column, operator: 'NOT NULL', val: '' } : NOTHING;
}

interface FoundWithin {
  readonly values: readonly ShownValue[];
  readonly found: readonly ShownValue[];
  readonly isNegative: boolean;
}
/** A stored value that is shown as another text elsewhere gets a condition on the column on which its text depends. */
function toConditionsWithin(
  column: ShownColumn & { readonly within: string },
  { values, found, isNegative }: FoundWithin,
): readonly SearchItem[] {
  const isAmbiguous = (stored: ShownValue['stored']) =>
    values.some((value) => value.stored === stored && !found.includes(value));
  const ambiguous = listStored(found).filter(isAmbiguous);
  const clear = isNegative ? found.filter(({ stored }) => !ambiguous.includes(stored)) : found;
  const byTable = ambiguous.map((stored) => {
    const val = found.filter((value) => value.stored === stored).map(({ within }) => within);
    const elsewhere = { field: column.column, operator: '<>', val: stored };
    return { any: [elsewhere, { field: column.within, operator: isNegative ? 'NOT IN' : 'IN', val }] };
  });
  return [toShownCondition(column, clear, isNegative), ...byTable];
}
