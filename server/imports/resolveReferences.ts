/** Resolves references (foreign keys): replaces titles and ids in the cells of a file by the ids of rows. */
import type { Column } from '../../common/entity/columns';
import type { Issue } from '../../common/entity/issue';
import type { Json } from '../../common/entity/field';
import type { HookContext } from '../engine/write/context/hookContext';
import { toComparedText, findExistingIds, findIdsBy, type FoundIds } from './findRows';
import { isSelfReference, getTitleColumns, type ImportPlan, type PlannedColumn, type PreparedRow } from './importPlan';

export interface ResolvedRow {
  readonly number: number;
  readonly values: Readonly<Record<string, Json>>;
  readonly texts: PreparedRow['texts'];
  readonly issues: readonly Issue[];
}

const ID = /^#?([1-9]\d{0,14})$/;
const findId = (text: string): number | undefined => {
  const digits = ID.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};
const getParts = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((part) => typeof part === 'string');

/** Finds the row that a text names. */
type Resolve = (text: string) => { readonly id: number } | { readonly code: 'no_match' | 'several_matches' };

/** The rows with each title in one of the columns. */
type FoundByTitle = readonly (readonly [Column, FoundIds])[];

function createResolve(byTitle: FoundByTitle, existing: ReadonlySet<number>): Resolve {
  return (text) => {
    const ids = byTitle.flatMap(([column, found]) => found.get(toComparedText(column, text) ?? '') ?? []);
    const [first, ...others] = new Set(ids);
    const id = findId(text);
    if (first !== undefined && others.length === 0) return { id: first };
    if (id !== undefined && existing.has(id)) return { id };
    return { code: first === undefined ? 'no_match' : 'several_matches' };
  };
}

async function loadResolve(
  hook: HookContext,
  plan: ImportPlan,
  planned: PlannedColumn,
  rows: readonly PreparedRow[],
): Promise<Resolve> {
  const { column, target } = planned;
  const texts = [...new Set(rows.flatMap(({ values }) => getParts(values[column.name] ?? null)))];
  if (target === undefined || texts.length === 0) return () => ({ code: 'no_match' });
  const byTitle: (readonly [Column, FoundIds])[] = [];
  for (const titleColumn of getTitleColumns(target, column))
    byTitle.push([titleColumn, await findIdsBy(hook, plan.actor, target, titleColumn, texts)]);
  const ids = texts.flatMap((text) => findId(text) ?? []);
  return createResolve(byTitle, await findExistingIds(hook, plan.actor, target, ids));
}

/** Whether a text is the title of a row that a check has read before, but stored nowhere. */
export type IsExpectedTitle = (text: string) => boolean;

function resolveValue(
  { column }: PlannedColumn,
  value: Json,
  resolve: Resolve,
  isExpected: IsExpectedTitle,
): { readonly value: Json } | { readonly issue: Issue } {
  const ids: number[] = [];
  for (const text of getParts(value)) {
    const found = resolve(text);
    if ('id' in found) ids.push(found.id);
    else if (!isExpected(text)) return { issue: { path: column.name, code: found.code } };
  }
  return { value: Array.isArray(value) ? ids : (ids[0] ?? null) };
}

/** Columns that name rows of another entity by title or id; paths of files are kept as text. */
const isReference = ({ target, column }: PlannedColumn): boolean =>
  target !== undefined && (column.options.to !== undefined || column.options.by === 'id');

export async function resolveReferences(
  hook: HookContext,
  plan: ImportPlan,
  rows: readonly PreparedRow[],
  isExpectedTitle: IsExpectedTitle = () => false,
): Promise<readonly ResolvedRow[]> {
  const newRows = rows.map(({ values }): Record<string, Json> => ({ ...values }));
  const issues = rows.map((): Issue[] => []);
  for (const planned of plan.columns.filter(isReference)) {
    const { name } = planned.column;
    const resolve = await loadResolve(hook, plan, planned, rows);
    const isExpected: IsExpectedTitle = isSelfReference(plan, planned) ? isExpectedTitle : () => false;
    for (const [index, newRow] of newRows.entries()) {
      const value = newRow[name] ?? null;
      if (value === null) continue;
      const resolved = resolveValue(planned, value, resolve, isExpected);
      if ('issue' in resolved) issues[index]?.push(resolved.issue);
      else newRow[name] = resolved.value;
    }
  }
  return rows.map(({ number, texts }, index) => ({
    number,
    texts,
    values: newRows[index] ?? {},
    issues: issues[index] ?? [],
  }));
}
