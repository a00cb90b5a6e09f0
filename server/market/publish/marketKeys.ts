/** Market keys: each is an HMAC of its row under the application keys, so that the database contains no usable key. */
import { marketKey } from '../../../common/entities/marketKey';
import { fault } from '../../../common/protocol/faults';
import { consumeAttempt, getIpPrefix } from '../../access/limits/rateLimits';
import { computeHmacs, isTimingSafeEqual } from '../../access/crypto/crypto';
import { createSalt } from '../../access/tokens/apiTokens';
import type { RouteCall } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { toSystemContext } from '../../platform/systemContext';

const KEY_PATTERN = /^ba_m_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;
export const isMarketKeyFormat = (text: string): boolean => KEY_PATTERN.test(text);
const KEY_TTL_SECONDS = 365 * 86_400;
const MAX_KEYS = 20;
/** Limits attempts with keys from one address. */
const KEY_ATTEMPT_LIMIT = { maxAttempts: 30, windowMs: 600_000 };
/** The last use is recorded at most this often. */
const LAST_USED_INTERVAL_SECONDS = 300;

/** The member that pays and downloads. */
export interface Buyer {
  readonly id: number;
  /** The name of the key; empty in the member center. */
  readonly client: string;
}
interface KeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly salt: string;
  readonly last_used_time: number | null;
}

const getSignatures = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  computeHmacs(keys, 'market_key', `${id}.${salt}`);

const SELECT_USABLE_KEY = `SELECT k.id, k.user_id, k.name, k.salt, k.last_used_time FROM \`market_key\` k JOIN \`user\` u ON u.id = k.user_id
  WHERE k.id = ? AND k.status = 1 AND k.delete_time IS NULL AND k.expire_time > ? AND u.status = 1 AND u.delete_time IS NULL`;

async function verifyKey({ db, env, clock }: Services, text: string): Promise<KeyRow | undefined> {
  const [, id = '', signature = ''] = KEY_PATTERN.exec(text) ?? [];
  const [row] = await db.rows<KeyRow>(SELECT_USABLE_KEY, [Number(id), Math.floor(clock.now() / 1000)]);
  if (row === undefined) return undefined;
  const isGenuine = getSignatures(env.appKeys, Number(row.id), row.salt).some((validSignature) =>
    isTimingSafeEqual(validSignature, signature),
  );
  return isGenuine ? row : undefined;
}

async function recordUse(ctx: RequestContext, writer: Writer, { id, last_used_time: last }: KeyRow): Promise<void> {
  const now = Math.floor(ctx.services.clock.now() / 1000);
  if (now - Number(last ?? 0) < LAST_USED_INTERVAL_SECONDS) return;
  await writer.inTransaction(toSystemContext(ctx), (_writer, hook) =>
    hook.asSystem.update(marketKey, { id: Number(id), last_used_time: now, last_used_ip: ctx.ip.slice(0, 45) }),
  );
}

/** The caller as a buyer: a signed-in member, or the owner of the market key that the request sends; undefined without either. Error: `market.key`. */
export async function findBuyer({ ctx, request }: RouteCall, writer: Writer): Promise<Buyer | undefined> {
  if (ctx.actor.kind === 'member') return { id: ctx.actor.id, client: '' };
  const sent = /^Bearer (\S{1,100})$/.exec(request.headers.authorization ?? '')?.[1];
  if (sent === undefined) return undefined;
  const row = await verifyKey(ctx.services, sent);
  if (row === undefined) {
    await consumeAttempt(ctx.services, `market_key:${getIpPrefix(ctx.ip)}`, KEY_ATTEMPT_LIMIT);
    throw fault('market.key');
  }
  await recordUse(ctx, writer, row);
  return { id: Number(row.user_id), client: row.name };
}

/** Error: `market.key` without a session or key. */
export async function requireBuyer(call: RouteCall, writer: Writer): Promise<Buyer> {
  const buyer = await findBuyer(call, writer);
  if (buyer === undefined) throw fault('market.key');
  return buyer;
}

/** Makes a key of the calling member and returns it: the only time that it is shown. Error: `bulk.too_many` beyond 20 keys. */
export async function createMarketKey(ctx: RequestContext, writer: Writer, name: string): Promise<string> {
  const { services, actor } = ctx;
  const now = Math.floor(services.clock.now() / 1000);
  const salt = createSalt();
  const id = await writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), async (txWriter, hook) => {
    await hook.withLock(`market_key:${actor.id}`);
    const own = await hook.find(marketKey.name, { field: 'user_id', op: '=', value: actor.id });
    if (own.length >= MAX_KEYS) throw fault('bulk.too_many', { max: MAX_KEYS });
    const values = { name, user_id: actor.id, salt, expire_time: now + KEY_TTL_SECONDS, shown_time: now };
    return (await txWriter.create(marketKey, values)).id;
  });
  const [signature = ''] = getSignatures(services.env.appKeys, id, salt);
  return `ba_m_${id}.${signature}`;
}

export interface OwnKey {
  readonly id: number;
  readonly name: string;
  readonly expireTime: number;
  readonly lastUsedTime: number | null;
}
/** The keys of the calling member, the newest first. */
export async function listMarketKeys({ services, actor }: RequestContext): Promise<readonly OwnKey[]> {
  const rows = await services.db.rows<{ id: number; name: string; expire_time: number; last_used_time: number | null }>(
    'SELECT id, name, expire_time, last_used_time FROM `market_key` WHERE user_id = ? AND status = 1 AND delete_time IS NULL ORDER BY id DESC',
    [actor.id],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    expireTime: Number(row.expire_time),
    lastUsedTime: row.last_used_time === null ? null : Number(row.last_used_time),
  }));
}

/** Error: `row.missing` for a key of somebody else. */
export async function revokeMarketKey(ctx: RequestContext, writer: Writer, id: number): Promise<void> {
  await writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), async (txWriter, hook) => {
    const [row] = await hook.find(marketKey.name, { field: 'id', op: '=', value: id });
    if (row?.['user_id'] !== ctx.actor.id) throw fault('row.missing');
    await txWriter.remove(marketKey, [id]);
  });
}
