/**
 * Replay protection: nonces of signed calls, until their signatures expire. Each node remembers its own in memory. On a database that nodes share, a call
 * waits until its nonce is stored, so that no other node accepts it; on SQLite, which one process has for itself, nonces are stored once a
 * second and read again at the start.
 */
import { hash, randomUUID } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { Db, Services, Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';

const FLUSH_INTERVAL_MS = 1_000;
const RETENTION_INTERVAL_MS = 60_000;
const ROWS_PER_STATEMENT = 200;
const INSERT_IGNORE = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;

export interface NonceStore {
  /** Claims a nonce until a moment in Unix milliseconds. Throws `open.replayed` for a known one, `server.busy` when the memory is full. */
  readonly claim: (appId: number, nonce: string, until: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
interface Claim {
  readonly id: string;
  readonly until: number;
  readonly settle: (isNew: boolean | Error) => void;
}

export function createNonceStore(services: Services): NonceStore {
  const { db, clock, log } = services;
  const isShared = db.dialect === 'mariadb';
  const known = new Map<string, number>();
  let pending: Claim[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let loaded: Promise<void> | undefined;
  let deletedAt = clock.now();

  const flush = (): Promise<void> => {
    timer = undefined;
    const claims = pending;
    pending = [];
    if (claims.length === 0) return flushing;
    const deletesExpired = clock.now() - deletedAt > RETENTION_INTERVAL_MS;
    if (deletesExpired) deletedAt = clock.now();
    flushing = flushing
      .then(() => storeClaims(services, claims, deletesExpired))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'nonces of signed calls could not be stored');
        for (const { settle } of claims) settle(error instanceof Error ? error : new Error(String(error)));
      });
    return flushing;
  };
  const store = (id: string, until: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      pending.push({ id, until, settle: (result) => (result instanceof Error ? reject(result) : resolve(result)) });
      if (isShared && pending.length === 1) setImmediate(() => void flush());
      else if (!isShared) timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
    });
  return {
    claim: async (appId, nonce, until) => {
      await (loaded ??= isShared ? Promise.resolve() : loadNonces(services, known));
      const id = hash('sha256', `${appId}:${nonce}`, 'base64url');
      if ((known.get(id) ?? 0) > clock.now()) throw fault('open.replayed');
      if (known.size >= LIMITS.gatewayNonces) dropExpired(known, clock.now());
      if (known.size >= LIMITS.gatewayNonces) throw fault('server.busy');
      known.set(id, until);
      const stored = store(id, until);
      if (!isShared) stored.catch(() => undefined);
      else if (!(await stored)) throw fault('open.replayed');
    },
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

function dropExpired(known: Map<string, number>, now: number): void {
  for (const [id, until] of known) if (until <= now) known.delete(id);
}

async function loadNonces({ db, clock }: Services, known: Map<string, number>): Promise<void> {
  const rows = await db.rows<{ id: string; until: number }>('SELECT id, until FROM `open_nonce` WHERE until > ?', [
    clock.now(),
  ]);
  for (const { id, until } of rows) known.set(id, Number(until));
}

/** Stores all claims in one transaction and tells each whether its nonce is new. */
async function storeClaims({ db, clock }: Services, claims: readonly Claim[], deletesExpired: boolean): Promise<void> {
  const newIds = new Set<string>();
  await db.transact(async (tx) => {
    newIds.clear();
    for (let start = 0; start < claims.length; start += ROWS_PER_STATEMENT)
      for (const id of await insertNonces(tx, db.dialect, claims.slice(start, start + ROWS_PER_STATEMENT)))
        newIds.add(id);
    if (deletesExpired) await tx.run('DELETE FROM `open_nonce` WHERE until < ?', [clock.now()]);
  });
  for (const { id, settle } of claims) settle(newIds.has(id));
}

/** Returns the ids that were not stored before. */
async function insertNonces(tx: Tx, dialect: Db['dialect'], claims: readonly Claim[]): Promise<readonly string[]> {
  const claim = randomUUID();
  const values = claims.map(() => '(?, ?, ?)').join(', ');
  const { changes } = await tx.run(
    `${INSERT_IGNORE[dialect]} INTO \`open_nonce\` (id, until, claim) VALUES ${values}`,
    claims.flatMap(({ id, until }) => [id, until, claim]),
  );
  const ids = claims.map(({ id }) => id);
  if (changes === claims.length) return ids;
  const sql = `SELECT id FROM \`open_nonce\` WHERE id IN (${placeholders(ids.length)}) AND claim = ?`;
  return (await tx.rows<{ id: string }>(sql, [...ids, claim])).map(({ id }) => id);
}
