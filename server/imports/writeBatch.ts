/** Writes a batch of import rows in one transaction, each like a single create or update. A row with errors does not affect the others. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Json } from '../../common/entity/field';
import type { Fault } from '../../common/protocol/faults';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import { findIdsBy, toComparedText } from './findRows';
import { fieldOfIssue, getProblem, type RefusedRow, type RowProblem } from './refusedRows';
import { isSelfReference, type ImportPlan, type PreparedRow } from './importPlan';
import { resolveReferences, type IsExpectedTitle, type ResolvedRow } from './resolveReferences';

/** Result of a row: created, updated, unchanged, or refused with the reason. */
export type RowOutcome =
  | { readonly number: number; readonly status: 'created' | 'updated' | 'unchanged'; readonly id: number }
  | { readonly number: number; readonly status: 'refused'; readonly refused: RefusedRow };

/** Unique values of earlier batches of a check, whose rows are not in the database. */
export interface EarlierRows {
  readonly isExpectedTitle: IsExpectedTitle;
  /** Whether an earlier row of the file has this key, so that this row would update it. */
  readonly hasKey: (text: string) => boolean;
}
const NOTHING_EARLIER: EarlierRows = { isExpectedTitle: () => false, hasKey: () => false };

interface BatchContext {
  readonly write: TxWriter;
  readonly hook: HookContext;
  readonly plan: ImportPlan;
  readonly earlier: EarlierRows;
}

const refuse = ({ number, texts }: Pick<ResolvedRow, 'number' | 'texts'>, problem: RowProblem): RowOutcome => {
  const fields = new Set(problem.issues.map(fieldOfIssue));
  const values = Object.fromEntries(Object.entries(texts).filter(([name]) => fields.has(name)));
  return { number, status: 'refused', refused: { ...problem, row: number, values } };
};

/** The values that the row names itself by: a later row may refer to them. */
function getNames(plan: ImportPlan, { texts }: PreparedRow): readonly string[] {
  const key = plan.key?.column;
  const keyText = key && toComparedText(key, texts[key.name] ?? '');
  const title = texts[plan.entity.spec.title]?.trim() ?? '';
  return [
    ...(keyText === undefined ? [] : [`key ${keyText}`]),
    ...(title === '' ? [] : [`title ${title.toLowerCase()}`]),
  ];
}
/** The values by which a row depends on earlier rows of the file. */
function getDependencies(plan: ImportPlan, { texts }: PreparedRow): readonly string[] {
  const key = plan.key?.column;
  const keyText = key && toComparedText(key, texts[key.name] ?? '');
  const parents = plan.columns
    .filter((planned) => isSelfReference(plan, planned))
    .flatMap(({ column }) => (texts[column.name] ?? '').split(/[;；\n]/))
    .map((text) => `title ${text.trim().toLowerCase()}`);
  return [...(keyText === undefined ? [] : [`key ${keyText}`]), ...parents];
}

/** Cuts the rows before each one that depends on a row of the same part. */
function splitDependent(plan: ImportPlan, rows: readonly PreparedRow[]): readonly (readonly PreparedRow[])[] {
  const parts: PreparedRow[][] = [];
  let names = new Set<string>();
  for (const row of rows) {
    if (parts.length === 0 || getDependencies(plan, row).some((name) => names.has(name))) {
      parts.push([]);
      names = new Set();
    }
    parts.at(-1)?.push(row);
    for (const name of getNames(plan, row)) names.add(name);
  }
  return parts;
}

export async function writeBatch(
  write: TxWriter,
  hook: HookContext,
  plan: ImportPlan,
  rows: readonly PreparedRow[],
  earlier: EarlierRows = NOTHING_EARLIER,
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const part of splitDependent(plan, rows))
    outcomes.push(...(await writePart({ write, hook, plan, earlier }, part)));
  return outcomes.sort((a, b) => a.number - b.number);
}

async function writePart(batch: BatchContext, rows: readonly PreparedRow[]): Promise<readonly RowOutcome[]> {
  const { hook, plan, earlier } = batch;
  const resolved = await resolveReferences(hook, plan, rows, earlier.isExpectedTitle);
  const outcomes: RowOutcome[] = [];
  const creates: ResolvedRow[] = [];
  const idOf = await findTargets(batch, resolved);
  for (const row of resolved) {
    const target = idOf(row);
    if (row.issues.length > 0) outcomes.push(refuse(row, { issues: row.issues }));
    else if (target === 'new') creates.push(row);
    else if (target === 'earlier') outcomes.push({ number: row.number, status: 'updated', id: 0 });
    else if (typeof target === 'number') outcomes.push(await updateRow(batch, row, target));
    else outcomes.push(refuse(row, target));
  }
  return [...outcomes, ...(await createRows(batch, creates))];
}

/** The row that a row of the file changes: its id, a new one, one that an earlier row adds, or why there is none. */
type Target = number | 'new' | 'earlier' | RowProblem;

async function findTargets(
  { hook, plan, earlier }: BatchContext,
  rows: readonly ResolvedRow[],
): Promise<(row: ResolvedRow) => Target> {
  const column = plan.key?.column;
  if (column === undefined) return () => 'new';
  const { name } = column;
  const refused = (code: 'required' | 'no_match' | 'several_matches'): RowProblem => ({
    issues: [{ path: name, code }],
  });
  const texts = rows.map((row) => row.texts[name] ?? '');
  const found = await findIdsBy(hook, plan.actor, plan.entity, column, texts);
  return (row) => {
    const text = row.texts[name] ?? '';
    if (text.trim() === '') return plan.mode === 'both' ? 'new' : refused('required');
    const compared = toComparedText(column, text);
    const [id, ...others] = (compared === undefined ? undefined : found.get(compared)) ?? [];
    if (others.length > 0) return refused('several_matches');
    if (id !== undefined) return id;
    if (earlier.hasKey(compared ?? '')) return 'earlier';
    return plan.mode === 'both' && name !== 'id' ? 'new' : refused('no_match');
  };
}

/** Empty cells are left out: a new row gets its defaults, an existing one keeps its values unless they are to be emptied. */
function getValues({ columns, options }: ImportPlan, { values }: ResolvedRow, isUpdate: boolean): Record<string, Json> {
  const writable = columns.filter(({ column }) => !column.readonly && column.name !== 'id');
  const entries = writable.map(({ column }) => [column.name, values[column.name] ?? null] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null || (isUpdate && options.clearEmpty)));
}

async function updateRow({ write, hook, plan }: BatchContext, row: ResolvedRow, id: number): Promise<RowOutcome> {
  const key = plan.key?.column.name;
  const values = Object.fromEntries(Object.entries(getValues(plan, row, true)).filter(([name]) => name !== key));
  const before = Number((await hook.find(plan.entity.name, { field: 'id', op: '=', value: id }))[0]?.['revision'] ?? 0);
  const outcome = await hook.savepoint(() => write.update(plan.entity, { ...values, id }));
  if ('fault' in outcome) return refuse(row, getProblem(outcome.fault));
  return { number: row.number, id, status: outcome.value.revision === before ? 'unchanged' : 'updated' };
}

/** Paths of a refused `createMany`: `list.3.title`. */
const LIST_PATH = /^list\.(\d{1,5})\.(.*)$/;

/** The problems of single rows in the fault of a `createMany`, by index; empty when it names none. */
function problemsByRow({ fields = [] }: Fault): ReadonlyMap<number, RowProblem> {
  const problems = new Map<number, RowProblem>();
  for (const issue of fields) {
    const [, index = '', path = ''] = LIST_PATH.exec(issue.path) ?? [];
    if (index === '') continue;
    const issues = problems.get(Number(index))?.issues ?? [];
    problems.set(Number(index), { issues: [...issues, { ...issue, path }] });
  }
  return problems;
}

/** Attempts to store all rows at once, each time without those that the last one named; then the rest is stored one by one. */
const MAX_ATTEMPTS = 3;

async function createRows(batch: BatchContext, rows: readonly ResolvedRow[]): Promise<readonly RowOutcome[]> {
  const { write, hook, plan } = batch;
  const outcomes: RowOutcome[] = [];
  let waiting = rows;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && waiting.length > 1; attempt += 1) {
    const newRows = waiting.map((row) => getValues(plan, row, false));
    const outcome = await hook.savepoint(() => write.createMany(plan.entity, newRows));
    if ('value' in outcome) {
      const ids = outcome.value.rows.map(({ id }) => id);
      return [
        ...outcomes,
        ...waiting.map(({ number }, at) => ({ number, id: ids[at] ?? 0, status: 'created' as const })),
      ];
    }
    const problems = problemsByRow(outcome.fault);
    if (problems.size === 0) break;
    for (const [index, problem] of problems) {
      const row = waiting[index];
      if (row) outcomes.push(refuse(row, problem));
    }
    waiting = waiting.filter((_, index) => !problems.has(index));
  }
  for (const row of waiting) outcomes.push(await createRow(batch, row));
  return outcomes;
}

async function createRow({ write, hook, plan }: BatchContext, row: ResolvedRow): Promise<RowOutcome> {
  await yieldToEventLoop();
  const outcome = await hook.savepoint(() => write.create(plan.entity, getValues(plan, row, false)));
  if ('fault' in outcome) return refuse(row, getProblem(outcome.fault));
  return { number: row.number, id: outcome.value.id, status: 'created' };
}
