/** `verify:all`: checks that must hold for a database between transactions; an empty list means that all hold. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, hasSoftDelete, type Column } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { createRestrictingSql } from '../../engine/read/references';
import { joinWithAnd } from '../../engine/read/filterToSql';
import type { Db, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import type { Finding, CheckResult } from './finding';
import { verifyCounters } from './verifyCounters';
import { verifyFiles } from './verifyFiles';
import { verifyAuditLog } from './verifyAuditLog';
import { verifyLedger } from './verifyLedger';

export interface VerifyResult {
  readonly isValid: boolean;
  /** Number of items that each check read. */
  readonly checked: Readonly<Record<Finding['rule'], number>>;
  readonly findings: readonly Finding[];
}
interface VerifyScope {
  readonly db: Db;
  readonly registry: Registry;
  readonly dataDir: string;
  /** The keys of the installation. */
  readonly keys: readonly string[];
  /** The entity of the audit log. */
  readonly auditLogEntity: string;
}
type Check = (tx: Tx, scope: VerifyScope) => Promise<CheckResult>;

const MAX_FINDINGS = 100;

/** Runs every check within one snapshot. */
export async function verifyAll(scope: VerifyScope): Promise<VerifyResult> {
  const checks = {
    log: checkChangeLog,
    revision: checkRevisions,
    reference: checkReferences,
    unique: checkUniqueValues,
    tree: checkTrees,
    file: checkFiles,
    journal: checkAuditLog,
    counter: checkCounters,
    ledger: checkLedgers,
    database: checkDatabase,
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
    for (const [name, check] of Object.entries(checks) as [Finding['rule'], Check][]) {
      const results = await check(tx, scope);
      checked[name] = results.count;
      findings.push(...results.findings.slice(0, MAX_FINDINGS));
    }
    return { isValid: findings.length === 0, checked, findings };
  });
}

/** The change log contains every number from its lowest to its head exactly once. */
const checkChangeLog: Check = async (tx) => {
  const [head] = await tx.rows<{ last: number; low: number }>('SELECT last, low FROM `change_head` WHERE id = 1');
  const [log] = await tx.rows<{ n: number; low: number | null; high: number | null }>(
    'SELECT COUNT(*) AS n, MIN(seq) AS low, MAX(seq) AS high FROM `change_log`',
  );
  const [count, last] = [Number(log?.n ?? 0), Number(head?.last ?? -1)];
  const logFinding = (what: string): Finding => ({ rule: 'log', where: 'change_log', what });
  if (!head) return { count, findings: [logFinding('there is no head')] };
  if (count === 0)
    return {
      count,
      findings: last === 0 || Number(head.low) > last ? [] : [logFinding(`empty, but the head says ${last}`)],
    };
  const [low, high] = [Number(log?.low), Number(log?.high)];
  const findings = [
    ...(high === last ? [] : [logFinding(`ends at ${high}, but the head says ${last}`)]),
    ...(high - low + 1 === count
      ? []
      : [logFinding(`${high - low + 1 - count} numbers are missing between ${low} and ${high}`)]),
  ];
  return { count, findings };
};

/** A row's revision equals the number of its history entries. */
const checkRevisions: Check = (tx, { registry }) =>
  collectResults(registry.all, async (entity) => {
    // A trimmed history cannot be counted; its first entry gives the revision from which it is complete.
    const rows = await tx.rows<{ id: number; revision: number; n: number; low: number; high: number }>(
      `SELECT e.id, e.revision, COUNT(h.seq) AS n, MIN(h.revision) AS low, MAX(h.revision) AS high FROM ${quoteIdentifier(entity.name)} e
       JOIN \`record_history\` h ON h.ent = ? AND h.eid = e.id GROUP BY e.id, e.revision`,
      [entity.name],
    );
    const wrong = rows.filter(
      ({ revision, n, low, high }) => Number(revision) !== Number(high) || Number(high) - Number(low) + 1 !== Number(n),
    );
    return {
      count: rows.length,
      findings: wrong.map(({ id, revision, n, high }) => ({
        rule: 'revision',
        where: `${entity.name} ${id}`,
        what: `revision ${revision}, history ends at ${high} with ${n} entries`,
      })),
    };
  });

const toNotDeletedSql = (entity: AnyEntity): string => (hasSoftDelete(entity) ? 'delete_time IS NULL' : '1 = 1');

/** Rows refer to existing rows; log entries may outlive the rows that they name. */
const checkReferences: Check = async (tx, { registry, db }) => {
  const ids = new Map<string, ReadonlySet<number>>();
  const loadIds = async (target: AnyEntity): Promise<ReadonlySet<number>> => {
    const hit = ids.get(target.name);
    if (hit) return hit;
    const rows = await tx.rows<{ id: number }>(
      `SELECT id FROM ${quoteIdentifier(target.name)} WHERE ${toNotDeletedSql(target)}`,
    );
    const found = new Set(rows.map(({ id }) => Number(id)));
    ids.set(target.name, found);
    return found;
  };
  return collectResults(registry.all, (entity) =>
    collectResults(referenceColumns(entity), async (column) => {
      const target = registry.get(column.options.to ?? 'attachment');
      if (!target) return { count: 0, findings: [] };
      const known = await loadIds(target);
      const condition = joinWithAnd([
        { sql: toNotDeletedSql(entity), params: [] },
        ...createRestrictingSql(entity, db.dialect),
      ]);
      const rows = await tx.rows<{ id: number; value: string | number }>(
        `SELECT id, ${quoteIdentifier(column.name)} AS value FROM ${quoteIdentifier(entity.name)} WHERE ${condition.sql} AND ${quoteIdentifier(column.name)} IS NOT NULL`,
        condition.params,
      );
      const dangling = rows.flatMap(({ id, value }) =>
        parseIds(value)
          .filter((targetId) => !known.has(targetId))
          .map((targetId) => ({ id, targetId })),
      );
      return {
        count: rows.length,
        findings: dangling.map(({ id, targetId }) => ({
          rule: 'reference',
          where: `${entity.name} ${id} ${column.name}`,
          what: `${target.name} ${targetId} is gone`,
        })),
      };
    }),
  );
};
const referenceColumns = (entity: AnyEntity): readonly Column[] =>
  [...getColumns(entity).values()].filter(
    ({ kind, options }) => kind === 'ref' || kind === 'refs' || options.by === 'id',
  );
const parseIds = (value: string | number): readonly number[] => {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return (Array.isArray(parsed) ? parsed : [parsed]).map(Number).filter((id) => id > 0);
};

/** No two rows share a unique value; deleted rows do not count. */
const checkUniqueValues: Check = (tx, { registry }) =>
  collectResults(registry.all, (entity) =>
    collectResults(
      [...getColumns(entity).values()].filter(({ options }) => options.unique),
      async (column) => {
        const name = quoteIdentifier(column.hasSearchColumn ? `${column.name}_n` : column.name);
        const rows = await tx.rows<{ value: string; n: number }>(
          `SELECT ${name} AS value, COUNT(*) AS n FROM ${quoteIdentifier(entity.name)} WHERE ${toNotDeletedSql(entity)} AND ${name} IS NOT NULL GROUP BY ${name} HAVING COUNT(*) > 1`,
        );
        return {
          count: 1,
          findings: rows.map(({ value, n }) => ({
            rule: 'unique',
            where: `${entity.name} ${column.name}`,
            what: `${n} rows have ${JSON.stringify(value)}`,
          })),
        };
      },
    ),
  );

/** Every tree ends at a root. */
const checkTrees: Check = (tx, { registry }) =>
  collectResults(registry.all, async (entity) => {
    const { tree } = entity.spec;
    if (tree === undefined) return { count: 0, findings: [] };
    const rows = await tx.rows<{ id: number; parent_id: number | null }>(
      `SELECT id, ${quoteIdentifier(tree)} AS parent_id FROM ${quoteIdentifier(entity.name)}`,
    );
    const parents = new Map(rows.map(({ id, parent_id }) => [Number(id), Number(parent_id ?? 0)]));
    const cyclicIds = [...parents.keys()].filter((id) => !reachesRoot(parents, id));
    return {
      count: rows.length,
      findings: cyclicIds.map((id) => ({ rule: 'tree', where: `${entity.name} ${id}`, what: 'is its own ancestor' })),
    };
  });
function reachesRoot(parents: ReadonlyMap<number, number>, start: number): boolean {
  let currentId = start;
  for (let steps = 0; steps <= parents.size; steps += 1) {
    if (currentId === 0) return true;
    currentId = parents.get(currentId) ?? 0;
  }
  return false;
}

/** Every stored file exists at its attachment's path with the stored digest. */
const checkFiles: Check = async (tx, { registry, dataDir }) =>
  registry.get('attachment') ? verifyFiles(tx, dataDir) : { count: 0, findings: [] };

/** The audit log is complete and unchanged. */
const checkAuditLog: Check = async (tx, { registry, auditLogEntity, keys }) => {
  const entity = registry.get(auditLogEntity);
  return entity ? verifyAuditLog(tx, entity, keys) : { count: 0, findings: [] };
};

/** Every counter equals the count of its rows. */
const checkCounters: Check = (tx, { db, registry }) => verifyCounters(tx, db.dialect, registry);
/** Balances and points equal the sum of their entries. */
const checkLedgers: Check = (tx, { db, registry, keys }) => verifyLedger(tx, { registry, keys, dialect: db.dialect });

/** SQLite's own integrity check; MariaDB has none. */
const checkDatabase: Check = async (tx, { db }) => {
  if (db.dialect !== 'sqlite') return { count: 0, findings: [] };
  const rows = await tx.rows<{ integrity_check: string }>('PRAGMA integrity_check');
  const wrong = rows.filter(({ integrity_check: message }) => message !== 'ok');
  return {
    count: 1,
    findings: wrong.map(({ integrity_check: what }) => ({ rule: 'database', where: 'sqlite', what })),
  };
};

async function collectResults<T>(
  items: readonly T[],
  checkItem: (item: T) => Promise<CheckResult>,
): Promise<CheckResult> {
  const results: CheckResult[] = [];
  for (const item of items) results.push(await checkItem(item));
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    findings: results.flatMap(({ findings }) => findings),
  };
}
