/** Idempotency keys (table `mutation_log`): a repeated key returns the stored response, and the write is not run again. */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../../../common/limits';
import {
  Fault,
  FAULTS,
  fault,
  type FaultExtra,
  type FaultParams,
  type FaultCode,
} from '../../../../common/protocol/faults';
import { getIpPrefix } from '../../../access/limits/rateLimits';
import type { Db, RequestContext, Tx } from '../../../context';
import { createCursor } from '../../../live/log/cursorCodec';
import { canonicalJson } from '../../../../common/canonicalJson';
import { actorKey } from '../context/actorKey';
import type { UnitOfWork, WriteEngine } from '../context/openUnitOfWork';
import type { Committed } from '../context/txWriter';
import { createDirectRowStore } from '../rows/directRowStore';

const RETENTION_MS = LIMITS.mutationLogHours * 3_600_000;

/**
 * The key in `mutation_log.mid`: the idempotency key of a request, scoped to its caller, so that two callers never share one. No key of a
 * request begins with `k:`, so stored keys differ from the plain keys that earlier versions stored.
 */
export const formatStoredKey = (caller: string, idempotencyKey: string): string =>
  `k:${createHash('sha256').update(`${caller} ${idempotencyKey}`).digest('base64url')}`;

/**
 * Returns the caller that idempotency keys belong to: a person, one API token, or the guests of one IP prefix. The server writes the
 * forms of guests as the system actor, with the address of the guest.
 */
export function getCallerKey({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string {
  if (actor.tokenId !== undefined) return `${actorKey(actor)} token:${actor.tokenId}`;
  const isPerson = actor.kind === 'staff' || actor.kind === 'member';
  return isPerson || ip === '' ? actorKey(actor) : `${actorKey(actor)} ${getIpPrefix(ip)}`;
}

/** The stored key of a request; undefined when it sent no idempotency key. */
export const findStoredKey = (ctx: RequestContext): string | undefined =>
  ctx.idempotencyKey === undefined ? undefined : formatStoredKey(getCallerKey(ctx), ctx.idempotencyKey);

/** The fingerprint of a request: equal for equal content, in any order of keys. */
export const hashRequest = (request: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex');

type ClaimingUnit = Pick<UnitOfWork, 'ctx' | 'tx' | 'rowStore' | 'at'>;

/**
 * Prevents that a repeated request has its effect twice, such as a duplicate (double) booking. Claims the idempotency key inside the
 * transaction of that effect: a second transaction with the same key waits here until the first one commits.
 * @returns The stored response of the first request with this key; undefined when the claim succeeded or the request has no key.
 * @throws `mutation.reused` when the earlier request had another body.
 */
export async function claimIdempotencyKey(
  { ctx, tx, rowStore, at }: ClaimingUnit,
  request: readonly unknown[] | undefined,
): Promise<string | undefined> {
  const key = findStoredKey(ctx);
  if (key === undefined || request === undefined) return undefined;
  const claim = { key, actor: actorKey(ctx.actor), hash: hashRequest(request), at };
  if (await rowStore.claimKey(claim)) return undefined;
  const [stored] = await tx.rows<{ actor: string; req_hash: string; response: string }>(
    'SELECT actor, req_hash, response FROM mutation_log WHERE mid = ?',
    [claim.key],
  );
  if (!stored || stored.actor !== claim.actor || stored.req_hash !== claim.hash) throw fault('mutation.reused');
  return stored.response;
}

/** The stored response of the same request, with a cursor for this caller. Throws the stored refusal when the request was refused. */
export function replayStoredResponse(ctx: RequestContext, stored: string): Committed {
  const storedResponse = JSON.parse(stored) as Committed;
  throwStoredRefusal(storedResponse);
  return { ...storedResponse, seq: createCursor(ctx.services, ctx.actor, Number(storedResponse.seq)), replayed: true };
}

/**
 * Stores the response of a request that changed nothing. Every other response is stored by the statement that appends to the change log.
 */
export const storeResponse = async (tx: Tx, key: string, response: string): Promise<void> => {
  await tx.run('UPDATE mutation_log SET response = ? WHERE mid = ?', [response, key]);
};

/** Deletes stored responses older than their retention time. */
export const deleteExpiredKeys = (db: Pick<Db, 'transact'>, now: number): Promise<number> =>
  db.transact(async (tx) => (await tx.run('DELETE FROM mutation_log WHERE `at` < ?', [now - RETENTION_MS])).changes);

/** The handling of a request's idempotency key. */
export interface IdempotentRequest {
  /** Verb, entity and body: what a request with the same key must repeat. Undefined: no response is stored. */
  readonly request?: readonly unknown[] | undefined;
  /** A final refusal is stored under the key, like a response. */
  readonly storesRefusals?: boolean | undefined;
}

/** Refusals that a group commit has stored already. */
const storedRefusals = new WeakSet<Fault>();

/** Ends the claim of a request that its group commit refused before it wrote anything: deletes the key, or stores a final refusal. */
export async function withdrawClaim(
  ctx: RequestContext,
  tx: Tx,
  { storesRefusals }: IdempotentRequest,
  refusal: Fault,
): Promise<void> {
  const key = findStoredKey(ctx);
  if (key === undefined) return;
  if (!storesRefusals || !isFinalRefusal(refusal)) {
    await tx.run('DELETE FROM mutation_log WHERE mid = ?', [key]);
    return;
  }
  await storeResponse(tx, key, serializeRefusal(refusal));
  storedRefusals.add(refusal);
}

/**
 * Stores a final refusal under the request's key, in its own transaction, and throws it again. When a copy of the request has committed
 * meanwhile, both get the copy's response, which is returned.
 */
export async function storeRefusal(
  { models }: Pick<WriteEngine, 'models'>,
  ctx: RequestContext,
  { request, storesRefusals }: IdempotentRequest,
  error: unknown,
): Promise<Committed> {
  const key = findStoredKey(ctx);
  if (key === undefined || !storesRefusals || request === undefined || !isFinalRefusal(error)) throw error;
  if (storedRefusals.has(error)) throw error;
  const { db, clock } = ctx.services;
  const stored = await db.transact(async (tx) => {
    const rowStore = createDirectRowStore(tx, db.dialect, models);
    const storedMeanwhile = await claimIdempotencyKey({ ctx, tx, rowStore, at: clock.now() }, request);
    if (storedMeanwhile === undefined) await storeResponse(tx, key, serializeRefusal(error));
    return storedMeanwhile;
  });
  if (stored === undefined) throw error;
  return replayStoredResponse(ctx, stored);
}

/** A final refusal as the mutation log stores it. */
interface StoredRefusal extends FaultExtra {
  readonly code: FaultCode;
  readonly params: FaultParams;
}
const replayedFaults = new WeakSet<Fault>();

/** Whether a refusal follows from the caller's permissions, which may be granted later. */
const isAboutPermissions = ({ fields = [] }: Fault): boolean => fields.some(({ code }) => code === 'required_hidden');

/** Whether a refusal is final: envelope code 0 with HTTP 200, and not about permissions. All others may be retried under the same key. */
const isFinalRefusal = (error: unknown): error is Fault =>
  error instanceof Fault &&
  !replayedFaults.has(error) &&
  !isAboutPermissions(error) &&
  FAULTS[error.code].http === 200 &&
  FAULTS[error.code].code === 0;

/** The stored response of a refused request. */
function serializeRefusal({ code, params, fields, data }: Fault): string {
  const refused: StoredRefusal = { code, params, ...(fields ? { fields } : {}), ...(data ? { data } : {}) };
  return JSON.stringify({ refused });
}

/** Throws the refusal that a stored response contains, if it contains one. */
function throwStoredRefusal(response: object): void {
  if (!('refused' in response)) return;
  const { code, params, ...extra } = response.refused as StoredRefusal; // as `serializeRefusal` wrote it
  const replayed = new Fault(code, params, extra);
  replayedFaults.add(replayed);
  throw replayed;
}
