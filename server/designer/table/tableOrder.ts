/** Remembers and restores the order of a table's columns and indexes: columns and indexes that a database adds are its last ones. */
import { z } from 'zod';
import { introspectTables } from '../../db/schema/introspect';
import type { MigrationStep } from '../../engine/schema/planMigration';
import type { TableShape } from '../../engine/schema/tableShape';
import type { JobRun } from '../../modules/jobs/jobKind';
import { quoteIdentifier } from '../../platform/database/sql';
import { runSchemaSteps } from './runSchemaSteps';

/** Names in their order. */
export interface TableOrder {
  readonly columns: readonly string[];
  /** Empty on SQLite, where the order of indexes has no effect. */
  readonly indexes: readonly string[];
}
export const tableOrderSchema = z.object({ columns: z.array(z.string()), indexes: z.array(z.string()) });

/** The order that a job found; undefined for a job that recorded none, or whose table was new. */
export const parseTableOrder = (stored: unknown): TableOrder | undefined => tableOrderSchema.safeParse(stored).data;

type Scope = Pick<JobRun, 'services'>;

async function readIndexNames({ services: { db } }: Scope, table: string): Promise<readonly string[]> {
  if (db.dialect === 'sqlite') return [];
  const parts = await db.rows<{ readonly Key_name: string }>(`SHOW INDEX FROM ${quoteIdentifier(table)}`);
  return [...new Set(parts.map(({ Key_name: name }) => name))].filter((name) => name !== 'PRIMARY');
}

async function readTable({ services: { db } }: Scope, name: string): Promise<TableShape | undefined> {
  return (await introspectTables(db, db.dialect, name)).find((table) => table.name === name);
}

/** The order of a table now; undefined when there is no such table. */
export async function readTableOrder(scope: Scope, name: string): Promise<TableOrder | undefined> {
  const table = await readTable(scope, name);
  if (table === undefined) return undefined;
  return { columns: table.columns.map((column) => column.name), indexes: await readIndexNames(scope, name) };
}

/** The wanted names that exist, then the others as they are. */
const sortNames = (present: readonly string[], wanted: readonly string[]): readonly string[] => [
  ...wanted.filter((name) => present.includes(name)),
  ...present.filter((name) => !wanted.includes(name)),
];

/** The names that move when each one goes to its place from the first to the last. */
function findMoves(present: readonly string[], sorted: readonly string[]): readonly string[] {
  const order = [...present];
  return sorted.filter((name, place) => {
    if (order[place] === name) return false;
    order.splice(order.indexOf(name), 1);
    order.splice(place, 0, name);
    return true;
  });
}

/** The names that move to the end, so that all follow each other as sorted. */
function findLaterNames(present: readonly string[], sorted: readonly string[]): readonly string[] {
  const isAfter = (name: string, index: number) =>
    index === 0 || present.indexOf(name) > present.indexOf(sorted[index - 1] ?? '');
  const first = sorted.findIndex((name, index) => !isAfter(name, index));
  return first === -1 ? [] : sorted.slice(first);
}

/** The change that gives a table an earlier order; undefined when it has that order. */
function planOrder(table: TableShape, indexes: readonly string[], wanted: TableOrder): MigrationStep | undefined {
  const columnNames = table.columns.map(({ name }) => name);
  const sorted = sortNames(columnNames, wanted.columns);
  const pick = <T extends { readonly name: string }>(all: readonly T[], names: readonly string[]): readonly T[] =>
    names.flatMap((name) => all.filter((item) => item.name === name));
  const columns = pick(table.columns, findMoves(columnNames, sorted));
  const moved = pick(table.indexes, findLaterNames(indexes, sortNames(indexes, wanted.indexes)));
  if (columns.length === 0 && moved.length === 0) return undefined;
  return { do: 'order_table', table: { ...table, columns: pick(table.columns, sorted) }, columns, indexes: moved };
}

/** Gives a table the order that it had; the values of its rows and their revisions stay. */
export async function restoreTableOrder(job: JobRun, name: string, wanted: TableOrder | undefined): Promise<void> {
  if (wanted === undefined) return;
  const table = await readTable(job, name);
  if (table === undefined) return;
  const step = planOrder(table, await readIndexNames(job, name), wanted);
  if (step !== undefined) await runSchemaSteps(job, [step]);
}
