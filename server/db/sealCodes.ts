/** Activation codes that stood in clear: sealed where they are, and shortened wherever the house wrote them down meanwhile. */
import type { Registry } from '../../common/entity/registry';
import { normalize } from '../../common/text/clean';
import { CODE_GROUP, CODE_GROUPS, CODE_LETTERS, CODE_SHOWN } from '../../common/text/codes';
import { keepCode } from '../access/activationCodes';
import { planSql } from '../engine/schema/ddl';
import { tableOf, type TableShape } from '../engine/schema/tableShape';
import type { Db, Log, SqlValue, Tx } from '../context';
import { ident, idents, marks } from '../platform/sql';
import { MACHINERY } from './machinery';

/** What a step of a migration that no SQL can say is handed. */
export interface WorkGround {
  readonly tx: Tx;
  readonly dialect: Db['dialect'];
  readonly registry: Registry;
  /** Of the installation. */
  readonly keys: readonly string[];
  readonly log: Log;
}

const GROUP = `[${CODE_LETTERS}]{${CODE_GROUP}}`;
/** A code as the house wrote it; in shadows its letters are small. */
const CODES = new RegExp(
  `(?<![0-9A-Za-z])${Array.from({ length: CODE_GROUPS }, () => GROUP).join('-')}(?![0-9A-Za-z])`,
  'gi',
);
const LOOKS_SO = `%${Array.from({ length: CODE_GROUPS }, () => '_'.repeat(CODE_GROUP)).join('-')}%`;
const ROWS_A_TURN = 200;

/** Where codes may have been written down: tables with their key, the texts that may hold one, and which rows may. */
interface Trace {
  readonly table: string;
  readonly key: string;
  readonly texts: readonly string[];
  readonly where: string;
}
const WATCHED = "data_table = 'activation_code'";
const TRACES: readonly Trace[] = [
  {
    table: 'change_log',
    key: 'seq',
    texts: ['img', 'prev'],
    where: "ent IN ('activation_code', 'recycle_log', 'sensitive_log', 'notice')",
  },
  { table: 'record_history', key: 'seq', texts: ['diff'], where: "ent = 'activation_code'" },
  { table: 'recycle_log', key: 'id', texts: ['title', 'title_n', 'data'], where: WATCHED },
  { table: 'sensitive_log', key: 'id', texts: ['title', 'title_n', 'before', 'after'], where: WATCHED },
  { table: 'notice', key: 'id', texts: ['params'], where: "params LIKE '%activation_code%'" },
  { table: 'mutation_log', key: 'mid', texts: ['response'], where: "response LIKE '%use_status%'" },
];

/** Safe to be run again from wherever it stopped. */
export async function sealCodes(ground: WorkGround): Promise<void> {
  await sealRows(ground);
  for (const trace of TRACES) await shorten(ground, trace);
}

async function sealRows({ tx, keys }: WorkGround): Promise<void> {
  const select = `SELECT id, code FROM activation_code WHERE sealed IS NULL ORDER BY id LIMIT ${ROWS_A_TURN}`;
  for (;;) {
    const rows = await tx.rows<{ id: number; code: string }>(select);
    if (rows.length === 0) return;
    for (const { id, code: whole } of rows) {
      const { code, sealed, mark } = keepCode(keys, whole);
      await tx.run('UPDATE activation_code SET code = ?, code_n = ?, sealed = ?, mark = ?, mark_n = ? WHERE id = ?', [
        ...[code, normalize(code), sealed, mark, mark],
        id,
      ]);
    }
  }
}

async function shorten(ground: WorkGround, trace: Trace): Promise<void> {
  const { tx, dialect, registry } = ground;
  const { table, key, texts, where } = trace;
  const looks = texts.map((text) => `${ident(text)} LIKE ?`).join(' OR ');
  const sql = `SELECT ${ident(key)} AS k FROM ${ident(table)} WHERE ${where} AND (${looks})`;
  const found = await tx.rows<{ k: number | string }>(
    sql,
    texts.map(() => LOOKS_SO),
  );
  if (found.length === 0) return;
  const shape = shapeOf(registry, table);
  const say = async (step: 'open_table' | 'close_table') => {
    if (shape.appendOnly) for (const one of planSql(dialect, [{ do: step, table: shape }])) await tx.run(one);
  };
  await say('open_table');
  for (let at = 0; at < found.length; at += ROWS_A_TURN)
    await shortenRows(
      tx,
      trace,
      found.slice(at, at + ROWS_A_TURN).map(({ k }) => k),
    );
  await say('close_table');
}

function shapeOf(registry: Registry, name: string): TableShape {
  const entity = registry.get(name);
  const shape = entity ? tableOf(entity) : MACHINERY.find((table) => table.name === name);
  if (shape === undefined) throw new Error(`there is no table ${name}`);
  return shape;
}

async function shortenRows(tx: Tx, { table, key, texts }: Trace, keys: readonly (number | string)[]): Promise<void> {
  const sql = `SELECT ${idents([key, ...texts])} FROM ${ident(table)} WHERE ${ident(key)} IN (${marks(keys.length)})`;
  const set = texts.map((text) => `${ident(text)} = ?`).join(', ');
  for (const row of await tx.rows<Readonly<Record<string, SqlValue>>>(sql, keys)) {
    const values = texts.map((text) => endsOnly(row[text] ?? null));
    await tx.run(`UPDATE ${ident(table)} SET ${set} WHERE ${ident(key)} = ?`, [...values, row[key] ?? null]);
  }
}
const endsOnly = (value: SqlValue): SqlValue =>
  typeof value === 'string' ? value.replace(CODES, (code) => code.slice(-CODE_SHOWN)) : value;
