/** `verify:all`: what must be true of a database at any quiet moment, told as findings; an empty list is a sound house. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnsOf, softDeletes, type Column } from '../../common/entity/meta';
import type { Registry } from '../../common/entity/registry';
import { restrictingSql } from '../engine/read/references';
import { allOf } from '../engine/read/where';
import type { Db, Tx } from '../context';
import { ident } from '../platform/sql';
import type { Finding, Seen } from './finding';
import { verifyCounters } from './verifyCounters';
import { verifyFiles } from './verifyFiles';
import { verifyJournal } from './verifyJournal';
import { verifyLedger } from './verifyLedger';

export interface Verified {
  readonly sound: boolean;
  /** How many things each law looked at. */
  readonly checked: Readonly<Record<Finding['law'], number>>;
  readonly findings: readonly Finding[];
}
interface Scope {
  readonly db: Db;
  readonly registry: Registry;
  readonly dataDir: string;
  /** The keys of the installation. */
  readonly keys: readonly string[];
  /** The entity of the journal. */
  readonly journal: string;
}
type Law = (tx: Tx, scope: Scope) => Promise<Seen>;

const MOST_TOLD = 100;

/** Judges every law within one snapshot. */
export async function verifyAll(scope: Scope): Promise<Verified> {
  const laws = {
    log: gapless,
    revision: counted,
    reference: existing,
    unique: distinct,
    tree: rooted,
    file: onDisk,
    journal: sealed,
    counter: folded,
    ledger: booked,
    database: intact,
  };
  return scope.db.snapshot(async (tx) => {
    const checked = {
      log: 0,
      revision: 0,
      reference: 0,
      unique: 0,
      tree: 0,
      file: 0,
      journal: 0,
      counter: 0,
      ledger: 0,
      database: 0,
    };
    const findings: Finding[] = [];
    for (const [name, law] of Object.entries(laws) as [Finding['law'], Law][]) {
      const seen = await law(tx, scope);
      checked[name] = seen.count;
      findings.push(...seen.findings.slice(0, MOST_TOLD));
    }
    return { sound: findings.length === 0, checked, findings };
  });
}

/** The change log has every number from its floor to its head, once. */
const gapless: Law = async (tx) => {
  const [head] = await tx.rows<{ last: number; low: number }>('SELECT last, low FROM `change_head` WHERE id = 1');
  const [log] = await tx.rows<{ n: number; low: number | null; high: number | null }>(
    'SELECT COUNT(*) AS n, MIN(seq) AS low, MAX(seq) AS high FROM `change_log`',
  );
  const [count, last] = [Number(log?.n ?? 0), Number(head?.last ?? -1)];
  const told = (what: string): Finding => ({ law: 'log', where: 'change_log', what });
  if (!head) return { count, findings: [told('there is no head')] };
  if (count === 0)
    return { count, findings: last === 0 || Number(head.low) > last ? [] : [told(`empty, but the head says ${last}`)] };
  const [low, high] = [Number(log?.low), Number(log?.high)];
  const findings = [
    ...(high === last ? [] : [told(`ends at ${high}, but the head says ${last}`)]),
    ...(high - low + 1 === count
      ? []
      : [told(`${high - low + 1 - count} numbers are missing between ${low} and ${high}`)]),
  ];
  return { count, findings };
};

/** A row's revision is the number of changes its history tells of. */
const counted: Law = (tx, { registry }) =>
  gather(registry.all, async (entity) => {
    // A trimmed history cannot be counted; its first entry says from which revision on it is whole.
    const rows = await tx.rows<{ id: number; revision: number; n: number; low: number; high: number }>(
      `SELECT e.id, e.revision, COUNT(h.seq) AS n, MIN(h.revision) AS low, MAX(h.revision) AS high FROM ${ident(entity.name)} e
       JOIN \`record_history\` h ON h.ent = ? AND h.eid = e.id GROUP BY e.id, e.revision`,
      [entity.name],
    );
    const wrong = rows.filter(
      ({ revision, n, low, high }) => Number(revision) !== Number(high) || Number(high) - Number(low) + 1 !== Number(n),
    );
    return {
      count: rows.length,
      findings: wrong.map(({ id, revision, n, high }) => ({
        law: 'revision',
        where: `${entity.name} ${id}`,
        what: `revision ${revision}, history ends at ${high} with ${n} entries`,
      })),
    };
  });

const living = (entity: AnyEntity): string => (softDeletes(entity) ? 'delete_time IS NULL' : '1 = 1');

/** Living rows point to living rows; what only tells of something may outlive it. */
const existing: Law = async (tx, { registry, db }) => {
  const ids = new Map<string, ReadonlySet<number>>();
  const idsOf = async (target: AnyEntity): Promise<ReadonlySet<number>> => {
    const hit = ids.get(target.name);
    if (hit) return hit;
    const rows = await tx.rows<{ id: number }>(`SELECT id FROM ${ident(target.name)} WHERE ${living(target)}`);
    const found = new Set(rows.map(({ id }) => Number(id)));
    ids.set(target.name, found);
    return found;
  };
  return gather(registry.all, (entity) =>
    gather(references(entity), async (column) => {
      const target = registry.get(column.options.to ?? 'attachment');
      if (!target) return { count: 0, findings: [] };
      const known = await idsOf(target);
      const held = allOf([{ sql: living(entity), params: [] }, ...restrictingSql(entity, db.dialect)]);
      const rows = await tx.rows<{ id: number; value: string | number }>(
        `SELECT id, ${ident(column.name)} AS value FROM ${ident(entity.name)} WHERE ${held.sql} AND ${ident(column.name)} IS NOT NULL`,
        held.params,
      );
      const lost = rows.flatMap(({ id, value }) =>
        idsIn(value)
          .filter((one) => !known.has(one))
          .map((one) => ({ id, one })),
      );
      return {
        count: rows.length,
        findings: lost.map(({ id, one }) => ({
          law: 'reference',
          where: `${entity.name} ${id} ${column.name}`,
          what: `${target.name} ${one} is gone`,
        })),
      };
    }),
  );
};
const references = (entity: AnyEntity): readonly Column[] =>
  [...columnsOf(entity).values()].filter(
    ({ kind, options }) => kind === 'ref' || kind === 'refs' || options.by === 'id',
  );
const idsIn = (value: string | number): readonly number[] => {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return (Array.isArray(parsed) ? parsed : [parsed]).map(Number).filter((id) => id > 0);
};

/** No two living rows share a unique value. */
const distinct: Law = (tx, { registry }) =>
  gather(registry.all, (entity) =>
    gather(
      [...columnsOf(entity).values()].filter(({ options }) => options.unique),
      async (column) => {
        const name = ident(column.shadow ? `${column.name}_n` : column.name);
        const rows = await tx.rows<{ value: string; n: number }>(
          `SELECT ${name} AS value, COUNT(*) AS n FROM ${ident(entity.name)} WHERE ${living(entity)} AND ${name} IS NOT NULL GROUP BY ${name} HAVING COUNT(*) > 1`,
        );
        return {
          count: 1,
          findings: rows.map(({ value, n }) => ({
            law: 'unique',
            where: `${entity.name} ${column.name}`,
            what: `${n} rows have ${JSON.stringify(value)}`,
          })),
        };
      },
    ),
  );

/** Every tree ends at a root. */
const rooted: Law = (tx, { registry }) =>
  gather(registry.all, async (entity) => {
    const { tree } = entity.spec;
    if (tree === undefined) return { count: 0, findings: [] };
    const rows = await tx.rows<{ id: number; up: number | null }>(
      `SELECT id, ${ident(tree)} AS up FROM ${ident(entity.name)}`,
    );
    const parents = new Map(rows.map(({ id, up }) => [Number(id), Number(up ?? 0)]));
    const circling = [...parents.keys()].filter((id) => !reachesRoot(parents, id));
    return {
      count: rows.length,
      findings: circling.map((id) => ({ law: 'tree', where: `${entity.name} ${id}`, what: 'is its own ancestor' })),
    };
  });
function reachesRoot(parents: ReadonlyMap<number, number>, start: number): boolean {
  let at = start;
  for (let steps = 0; steps <= parents.size; steps += 1) {
    if (at === 0) return true;
    at = parents.get(at) ?? 0;
  }
  return false;
}

/** Every stored file is where its attachment says, and what it was when it was stored. */
const onDisk: Law = async (tx, { registry, dataDir }) =>
  registry.get('attachment') ? verifyFiles(tx, dataDir) : { count: 0, findings: [] };

/** The journal is whole and untouched. */
const sealed: Law = async (tx, { registry, journal, keys }) => {
  const entity = registry.get(journal);
  return entity ? verifyJournal(tx, entity, keys) : { count: 0, findings: [] };
};

/** Every counter is what its rows come to. */
const folded: Law = (tx, { db, registry }) => verifyCounters(tx, db.dialect, registry);
/** Balances and points are what their entries say. */
const booked: Law = (tx, { db, registry, keys }) => verifyLedger(tx, { registry, keys, dialect: db.dialect });

/** What the database says about itself. */
const intact: Law = async (tx, { db }) => {
  if (db.dialect !== 'sqlite') return { count: 0, findings: [] };
  const rows = await tx.rows<{ integrity_check: string }>('PRAGMA integrity_check');
  const wrong = rows.filter(({ integrity_check: word }) => word !== 'ok');
  return { count: 1, findings: wrong.map(({ integrity_check: what }) => ({ law: 'database', where: 'sqlite', what })) };
};

async function gather<T>(items: readonly T[], look: (item: T) => Promise<Seen>): Promise<Seen> {
  const seen: Seen[] = [];
  for (const item of items) seen.push(await look(item));
  return { count: seen.reduce((sum, { count }) => sum + count, 0), findings: seen.flatMap(({ findings }) => findings) };
}
