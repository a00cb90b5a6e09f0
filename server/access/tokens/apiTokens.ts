/** API tokens: each is an HMAC of its row under the application keys, so that the database contains no usable token. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { Services } from '../../context';
import { setApiTokenName } from '../rbac/apiTokenName';
import { ALL_PERMISSIONS, intersectPermissions } from '../rbac/rbac';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';

const API_TOKEN_PATTERN = /^ba_k_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;
const API_TOKEN_SESSION_PATTERN = /^token:(\d{1,15})$/;

export const createSalt = (): string => randomBytes(24).toString('base64url');
export const isApiTokenFormat = (token: string): boolean => API_TOKEN_PATTERN.test(token);
/** The session id of requests with a token. */
export const apiTokenSessionId = (id: number): string => `token:${id}`;
/** The id of the token behind a session id; undefined for a session. */
export const parseApiTokenId = (sessionId: string): number | undefined => {
  const [, id] = API_TOKEN_SESSION_PATTERN.exec(sessionId) ?? [];
  return id === undefined ? undefined : Number(id);
};

const getSignatures = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  computeHmacs(keys, 'api_token', `${id}.${salt}`);

/** The token of a row. Throws without an application key. */
export function deriveApiToken(keys: readonly string[], id: number, salt: string): string {
  const [signature] = getSignatures(keys, id, salt);
  if (signature === undefined) throw new Error('there is no application key to sign a token with');
  return `ba_k_${id}.${signature}`;
}

export interface ActiveApiToken {
  readonly id: number;
  readonly adminId: number;
  /** The name that its owner gave it. */
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** The last sequence number of the change log when the row was read. */
  readonly head: number;
}
interface ApiTokenRow {
  readonly id: number;
  readonly admin_id: number;
  readonly name: string;
  readonly salt: string;
  readonly scopes: string;
  readonly expire_time: number;
  readonly head: number;
}

/** Verifies a token; undefined when it is forged, disabled, expired or deleted. */
export async function verifyApiToken(services: Services, token: string): Promise<ActiveApiToken | undefined> {
  const [, id = '', signature = ''] = API_TOKEN_PATTERN.exec(token) ?? [];
  const row = await loadRow(services, Number(id));
  const isGenuine =
    row &&
    getSignatures(services.env.appKeys, row.id, row.salt).some((expected) => isTimingSafeEqual(expected, signature));
  return isGenuine ? toActiveToken(row) : undefined;
}

/** Loads a token by its id; undefined when it is disabled, expired or deleted. */
export async function loadApiToken(services: Services, id: number): Promise<ActiveApiToken | undefined> {
  const row = await loadRow(services, id);
  return row && toActiveToken(row);
}

async function loadRow(services: Services, id: number): Promise<ApiTokenRow | undefined> {
  const [row] = await services.db.rows<ApiTokenRow>(
    `SELECT id, admin_id, name, salt, scopes, expire_time, (SELECT last FROM \`change_head\` WHERE id = 1) AS head
     FROM \`api_token\` WHERE id = ? AND status = 1 AND delete_time IS NULL AND expire_time > ?`,
    [id, Math.floor(services.clock.now() / 1000)],
  );
  return row;
}

const toActiveToken = ({ id, admin_id, name, scopes, expire_time, head }: ApiTokenRow): ActiveApiToken => ({
  id: Number(id),
  adminId: Number(admin_id),
  name,
  scopes: new Set((JSON.parse(scopes) as unknown[]).map((permission) => String(permission).toLowerCase())),
  expiresAt: Number(expire_time),
  head: Number(head),
});

const limitedActors = new WeakMap<Actor, Map<string, Actor>>();
/**
 * Permissions of an API token: returns its owner, limited to the scopes of the token, without personal entities (such as notices) and without
 * entities for super admins. `createApiTokenGuard` checks the routes. Equal permissions return the same object, because caches use the actor as their key.
 */
export function limitToScopes(
  registry: Registry,
  owner: Actor,
  { id, name: tokenName, scopes }: ActiveApiToken,
): Actor {
  const cacheKey = `${id} ${[...scopes].join(' ')} ${tokenName}`;
  const cachedActors = limitedActors.get(owner) ?? new Map<string, Actor>();
  const cached = cachedActors.get(cacheKey);
  if (cached) return cached;
  const permissions = intersectPermissions(scopes, owner.isSuper ? new Set([ALL_PERMISSIONS]) : owner.permissions);
  const hiddenEntities = new Set(
    registry.all.filter(({ spec }) => spec.personal || spec.superOnly).map(({ name }) => name),
  );
  const actor: Actor = {
    ...owner,
    permissions,
    isSuper: permissions.has(ALL_PERMISSIONS),
    hiddenEntities,
    tokenId: id,
  };
  setApiTokenName(actor, tokenName);
  limitedActors.set(owner, cachedActors.set(cacheKey, actor));
  return actor;
}
