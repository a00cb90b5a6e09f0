/** API tokens: computed from their row and the keys of the installation, so that no table holds anything that could be used. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../common/entity/access';
import type { Registry } from '../../common/entity/registry';
import type { Services } from '../context';
import { ALL, within } from './groupLaw';
import { isSame, macs } from './keys';

const FORM = /^ba_k_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;
const SESSION = /^token:(\d{1,15})$/;

export const newSalt = (): string => randomBytes(24).toString('base64url');
export const looksLikeApiToken = (token: string): boolean => FORM.test(token);
/** How the use of a token is named where a session is. */
export const tokenSession = (id: number): string => `token:${id}`;
/** The token's id, when it is not a session that acts. */
export const tokenOf = (sessionId: string): number | undefined => {
  const [, id] = SESSION.exec(sessionId) ?? [];
  return id === undefined ? undefined : Number(id);
};

const marksOf = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  macs(keys, 'api_token', `${id}.${salt}`);

/** The token of a row, as its owner gets to see it once. */
export function printApiToken(keys: readonly string[], id: number, salt: string): string {
  const [mark] = marksOf(keys, id, salt);
  if (mark === undefined) throw new Error('there is no key to make a token with');
  return `ba_k_${id}.${mark}`;
}

export interface LiveToken {
  readonly id: number;
  readonly adminId: number;
  /** As its owner calls it. */
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  /** Unix seconds. */
  readonly end: number;
  /** The change log's last number when it was read. */
  readonly head: number;
}
interface Row {
  readonly id: number;
  readonly admin_id: number;
  readonly name: string;
  readonly salt: string;
  readonly scopes: string;
  readonly expire_time: number;
  readonly head: number;
}

/** The row behind a token that was sent; undefined when it is forged, disabled, over or gone. */
export async function readApiToken(services: Services, token: string): Promise<LiveToken | undefined> {
  const [, id = '', mark = ''] = FORM.exec(token) ?? [];
  const row = await rowOf(services, Number(id));
  const genuine = row && marksOf(services.env.appKeys, row.id, row.salt).some((own) => isSame(own, mark));
  return genuine ? liveToken(row) : undefined;
}

/** The same by the name of its use; undefined when the token has ended since. */
export async function tokenNow(services: Services, id: number): Promise<LiveToken | undefined> {
  const row = await rowOf(services, id);
  return row && liveToken(row);
}

async function rowOf(services: Services, id: number): Promise<Row | undefined> {
  const [row] = await services.db.rows<Row>(
    `SELECT id, admin_id, name, salt, scopes, expire_time, (SELECT last FROM \`change_head\` WHERE id = 1) AS head
     FROM \`api_token\` WHERE id = ? AND status = 1 AND delete_time IS NULL AND expire_time > ?`,
    [id, Math.floor(services.clock.now() / 1000)],
  );
  return row;
}

const liveToken = ({ id, admin_id, name, scopes, expire_time, head }: Row): LiveToken => ({
  id: Number(id),
  adminId: Number(admin_id),
  name,
  scopes: new Set((JSON.parse(scopes) as unknown[]).map((node) => String(node).toLowerCase())),
  end: Number(expire_time),
  head: Number(head),
});

const tokenNames = new WeakMap<Actor, string>();
/** The name of the API token an actor uses; undefined for a person. */
export const tokenName = (actor: Actor): string | undefined => tokenNames.get(actor);
/** Names the token of an actor for a copy of that actor, and returns the copy. */
export function keepTokenName(actor: Actor, copy: Actor): Actor {
  const name = tokenName(actor);
  if (name !== undefined) tokenNames.set(copy, name);
  return copy;
}

const narrowedActors = new WeakMap<Actor, Map<string, Actor>>();
/** The owner with no more than the token's scopes, and without the rows that are only the owner's own, such as notices; the same object for the same rights, so that what follows from it is kept. */
export function narrowed(registry: Registry, owner: Actor, { id, name: title, scopes }: LiveToken): Actor {
  const name = `${id} ${[...scopes].join(' ')} ${title}`;
  const known = narrowedActors.get(owner) ?? new Map<string, Actor>();
  const hit = known.get(name);
  if (hit) return hit;
  const nodes = within(scopes, owner.super ? new Set([ALL]) : owner.nodes);
  const without = new Set(registry.all.filter(({ spec }) => spec.personal).map(({ name }) => name));
  const actor: Actor = { ...owner, nodes, super: nodes.has(ALL), without, program: id };
  tokenNames.set(actor, title);
  narrowedActors.set(owner, known.set(name, actor));
  return actor;
}
