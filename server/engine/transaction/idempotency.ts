/** The mutation log: a repeated mutation id is answered with the stored answer, never carried out twice. */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import {
  Fault,
  FAULTS,
  fault,
  type FaultExtra,
  type FaultParams,
  type FaultCode,
} from '../../../common/protocol/faults';
import type { Db, Tx } from '../../context';
import { canonicalJson } from '../../platform/canonicalJson';
import { batched } from '../../platform/database/txBatch';

const RETENTION_MS = LIMITS.mutationLogHours * 3_600_000;

/**
 * The key a mutation id is stored under: callers never meet each other's ids. Its prefix is no part of any id, so that stored
 * keys are told from the plain ids of earlier versions.
 */
export const idempotencyKey = (actor: string, mid: string): string =>
  `k:${createHash('sha256').update(`${actor} ${mid}`).digest('base64url')}`;

export interface KeyClaim {
  /** As `idempotencyKey` makes it. */
  readonly key: string;
  readonly actor: string;
  /** Fingerprint of verb, entity and body. */
  readonly hash: string;
  readonly at: number;
}

/** The fingerprint of a request: equal for equal content, whatever the order of keys. */
export const requestHash = (request: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex');

/**
 * Claims a mutation id inside the transaction of its effect: a second transaction with the same id waits here until the
 * first commits, then gets the first one's answer. Undefined when the claim succeeded.
 */
export async function claimKey(tx: Tx, dialect: Db['dialect'], claim: KeyClaim): Promise<string | undefined> {
  const isClaimed = await batched(tx, 'claim mutations', claim, (claims, shared) => claimKeys(shared, dialect, claims));
  if (isClaimed) return undefined;
  const [stored] = await tx.rows<{ actor: string; req_hash: string; response: string }>(
    'SELECT actor, req_hash, response FROM mutation_log WHERE mid = ?',
    [claim.key],
  );
  if (!stored || stored.actor !== claim.actor || stored.req_hash !== claim.hash) throw fault('mutation.reused');
  return stored.response;
}

/** Which of them were nobody's until now. */
async function claimKeys(tx: Tx, dialect: Db['dialect'], claims: readonly KeyClaim[]): Promise<readonly boolean[]> {
  const insertIgnore = dialect === 'mariadb' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const rows = claims.map(() => '(?, ?, ?, ?, ?)').join(', ');
  const claimed = await tx.rows<{ readonly mid: string }>(
    `${insertIgnore} INTO mutation_log (mid, actor, req_hash, response, \`at\`) VALUES ${rows} RETURNING mid`,
    claims.flatMap((claim) => [claim.key, claim.actor, claim.hash, '', claim.at]),
  );
  const claimedKeys = new Set(claimed.map(({ mid }) => mid));
  return claims.map(({ key }) => claimedKeys.has(key));
}

/** Gives a claimed id back, for an act that did nothing else. */
export const releaseKey = async (tx: Tx, key: string): Promise<void> => {
  await tx.run('DELETE FROM mutation_log WHERE mid = ?', [key]);
};

/** Keeps the answer of an act that changed nothing; of all others the change log's last step does. */
export const storeAnswer = async (tx: Tx, key: string, response: string): Promise<void> => {
  await tx.run('UPDATE mutation_log SET response = ? WHERE mid = ?', [response, key]);
};

/** Forgets answers that are older than they are promised to be kept. */
export const deleteExpiredKeys = (db: Pick<Db, 'transact'>, now: number): Promise<number> =>
  db.transact(async (tx) => (await tx.run('DELETE FROM mutation_log WHERE `at` < ?', [now - RETENTION_MS])).changes);

/** A final refusal as the mutation log keeps it. */
interface StoredRefusal extends FaultExtra {
  readonly code: FaultCode;
  readonly params: FaultParams;
}
const replayedFault = new WeakSet<Fault>();

/** Whether a refusal follows from the caller's rights, which may be granted later. */
const isAboutPermissions = ({ fields = [] }: Fault): boolean => fields.some(({ code }) => code === 'required_hidden');

/** Whether a refusal is final: envelope code 0 with HTTP 200, and not about rights. All others may be tried again under the same key. */
export const isFinalRefusal = (error: unknown): error is Fault =>
  error instanceof Fault &&
  !replayedFault.has(error) &&
  !isAboutPermissions(error) &&
  FAULTS[error.code].http === 200 &&
  FAULTS[error.code].code === 0;

/** The stored answer of a refused request. */
export function serializeRefusal({ code, params, fields, data }: Fault): string {
  const refused: StoredRefusal = { code, params, ...(fields ? { fields } : {}), ...(data ? { data } : {}) };
  return JSON.stringify({ refused });
}

/** Throws the refusal a stored answer tells of, if it tells of one. */
export function throwStoredRefusal(answer: object): void {
  if (!('refused' in answer)) return;
  const { code, params, ...extra } = answer.refused as StoredRefusal; // as `serializeRefusal` wrote it
  const replayed = new Fault(code, params, extra);
  replayedFault.add(replayed);
  throw replayed;
}
