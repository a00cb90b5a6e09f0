/** Kiosk displays: a token computed from its row and the application keys, valid for reading one dashboard. */
import { createHash } from 'node:crypto';
import { GUEST, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { canonicalFilter } from '../../../common/entity/filter';
import { findColumn } from '../../../common/entity/columns';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { parseQuery, type ListQuery } from '../../../common/query/listQuery';
import type { Registry } from '../../../common/entity/registry';
import {
  listCardMetrics,
  getCardListQuery,
  getCardEntity,
  CROSSED_THRESHOLDS_LIST,
  DEFAULT_CARDS,
  type DashboardCard,
  type CardListQuery,
} from '../../../common/live/dashboardCards';
import type { Metric } from '../../../common/protocol/liveEvents';
import type { Services } from '../../context';
import { loadAdminLayout, loadDashboardLayout, type DashboardLayout } from '../dashboards/dashboardLayouts';
import { ALL_PERMISSIONS, intersectPermissions } from '../rbac/rbac';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';

const KIOSK_TOKEN_PATTERN = /^ba_w_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;
const KIOSK_PRINCIPAL_PATTERN = /^wall:(\d{1,15})$/;

export const isKioskTokenFormat = (token: string): boolean => KIOSK_TOKEN_PATTERN.test(token);
/** The principal and session id of a kiosk display. `wall:` stays: it is stored and on the wire. */
export const kioskPrincipal = (id: number): string => `wall:${id}`;
export const isKioskPrincipal = (name: string): boolean => KIOSK_PRINCIPAL_PATTERN.test(name);

const getSignatures = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  computeHmacs(keys, 'wall', `${id}.${salt}`);

/** The token of a kiosk display. Throws without an application key. */
export function deriveKioskToken(keys: readonly string[], id: number, salt: string): string {
  const [signature] = getSignatures(keys, id, salt);
  if (signature === undefined) throw new Error('there is no application key to sign a token with');
  return `ba_w_${id}.${signature}`;
}

/** The cards and data that a kiosk display may read. */
export interface KioskScope {
  readonly name: string;
  readonly cards: readonly DashboardCard[];
  readonly lists: readonly CardListQuery[];
  /** Canonical JSON. */
  readonly metrics: ReadonlySet<string>;
  /** Equal for equal cards. */
  readonly fingerprint: string;
}
const kioskScopes = new WeakMap<Actor, KioskScope>();
/** The scope of an actor that is a kiosk display; undefined for all others. */
export const findKioskScope = (actor: Actor): KioskScope | undefined => kioskScopes.get(actor);

const canonicalMetric = ({ e, when, add, by, at, span }: Metric): string =>
  JSON.stringify([
    e,
    when ? canonicalFilter(when) : null,
    add ?? '',
    by ?? '',
    at ?? '',
    span?.grain ?? '',
    span?.count ?? 0,
  ]);
export const coversMetric = ({ metrics }: KioskScope, metric: Metric): boolean => metrics.has(canonicalMetric(metric));

const hasSameRows = (a: Pick<ListQuery, 'where' | 'sort'>, b: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  JSON.stringify([canonicalFilter(a.where), a.sort]) === JSON.stringify([canonicalFilter(b.where), b.sort]);
/** Whether a card shows the rows of a topic. */
export const coversList = ({ lists }: KioskScope, e: string, query: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  lists.some((list) => list.e === e && hasSameRows(list.query, query));

/** Whether the query of a list equals that of a card. */
export function coversQuery(
  kioskScope: KioskScope,
  actor: Actor,
  entity: AnyEntity,
  raw: Readonly<Record<string, unknown>>,
): boolean {
  const read = parseQuery(entity, raw, readableColumns(actor, entity));
  if (!('query' in read)) return false;
  const { page, limit, q, select, initKey, initValue } = read.query;
  const hasOtherParams = q !== undefined || select === true || initKey !== undefined || initValue !== undefined;
  const isSameList = ({ e, query }: CardListQuery) =>
    e === entity.name && limit <= query.limit && hasSameRows(query, read.query);
  return page === 1 && !hasOtherParams && kioskScope.lists.some(isSameList);
}

function createKioskScope(name: string, cards: readonly DashboardCard[]): KioskScope {
  const lists = [CROSSED_THRESHOLDS_LIST, ...cards.map(getCardListQuery).filter((list) => list !== undefined)];
  const metrics = new Set(cards.flatMap(listCardMetrics).map(canonicalMetric));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, cards]))
    .digest('base64url')
    .slice(0, 16);
  return { name, cards, lists, metrics, fingerprint };
}

/** The permission keys that the cards need: `index` to list or count rows, and access to amounts only for sums. */
function permissionsFor(registry: Registry, { cards, lists }: KioskScope): ReadonlySet<string> {
  const permissions = new Set<string>();
  for (const e of [CROSSED_THRESHOLDS_LIST.e, ...cards.map(getCardEntity)]) {
    const entity = e === undefined ? undefined : registry.get(e);
    if (entity !== undefined) permissions.add(permissionKey(entity, 'index'));
  }
  for (const { e, add, also } of cards) {
    const entity = e === undefined || lists.some((list) => list.e === e) ? undefined : registry.get(e);
    const summed = [add, also].flatMap((name) => (name === undefined ? [] : [entity && findColumn(entity, name)]));
    if (entity !== undefined && summed.some((column) => column?.sensitivity === 'money'))
      permissions.add(permissionKey(entity, 'see_money'));
  }
  return permissions;
}

export interface ActiveKiosk {
  readonly id: number;
  readonly adminId: number;
  readonly name: string;
  readonly cards: readonly DashboardCard[];
  /** The admin who saved the cards; null: only the permissions of the owner apply. */
  readonly arrangedBy: number | null;
  /** Unix seconds. */
  readonly end: number;
  /** The last sequence number of the change log when the row was read. */
  readonly head: number;
}
interface KioskRow {
  readonly id: number;
  readonly name: string;
  readonly admin_id: number;
  readonly board_id: number | null;
  readonly salt: string;
  readonly expire_time: number;
  readonly head: number;
}

async function loadRow(services: Services, id: number): Promise<KioskRow | undefined> {
  const [row] = await services.db.rows<KioskRow>(
    `SELECT id, name, admin_id, board_id, salt, expire_time, (SELECT last FROM \`change_head\` WHERE id = 1) AS head
     FROM \`wall_screen\` WHERE id = ? AND status = 1 AND delete_time IS NULL AND expire_time > ?`,
    [id, Math.floor(services.clock.now() / 1000)],
  );
  return row;
}

/** A kiosk display of a deleted dashboard shows nothing. */
async function toActiveKiosk(services: Services, row: KioskRow): Promise<ActiveKiosk | undefined> {
  const layout = await (row.board_id === null
    ? defaultCards(services, Number(row.admin_id))
    : loadDashboardLayout(services, Number(row.board_id)));
  if (layout === undefined) return undefined;
  const numbers = { id: Number(row.id), adminId: Number(row.admin_id), head: Number(row.head) };
  return { ...numbers, ...layout, name: row.name, end: Number(row.expire_time) };
}
const defaultCards = async (services: Services, adminId: number): Promise<DashboardLayout> =>
  (await loadAdminLayout(services, adminId)) ?? { cards: DEFAULT_CARDS, arrangedBy: null };

/** Verifies a token; undefined when it is forged, disabled, expired or deleted. */
export async function verifyKioskToken(services: Services, token: string): Promise<ActiveKiosk | undefined> {
  const [, id = '', signature = ''] = KIOSK_TOKEN_PATTERN.exec(token) ?? [];
  const row = await loadRow(services, Number(id));
  const isGenuine =
    row &&
    getSignatures(services.env.appKeys, Number(row.id), row.salt).some((expected) =>
      isTimingSafeEqual(expected, signature),
    );
  return isGenuine ? toActiveKiosk(services, row) : undefined;
}
/** Loads a kiosk display by its principal; undefined when it is disabled, expired or deleted. */
export async function loadKiosk(services: Services, name: string): Promise<ActiveKiosk | undefined> {
  const row = await loadRow(services, Number(KIOSK_PRINCIPAL_PATTERN.exec(name)?.[1] ?? 0));
  return row && toActiveKiosk(services, row);
}

/** Replaces a deleted or disabled admin who saved the cards. */
const ACTOR_WITHOUT_PERMISSIONS: Actor = { ...GUEST, kind: 'staff', permissions: new Set() };
const boundedActors = new WeakMap<Actor, WeakMap<Actor, Actor>>();
const intersectScopes = (a: Actor['scope'], b: Actor['scope']): Actor['scope'] => {
  if (a === 'all' || b === 'all') return a === 'all' ? b : a;
  return a.filter((id) => b.includes(id));
};

/**
 * The owner of a kiosk display with no more permissions than the admin who saved its cards: editing a board must not reveal, on a kiosk,
 * what only the owner may see. The same two actors give the same object.
 */
export function limitToCardAuthor(owner: Actor, arranger: Actor = ACTOR_WITHOUT_PERMISSIONS): Actor {
  if (arranger.isSuper || arranger === owner) return owner;
  const cachedActors = boundedActors.get(owner) ?? new WeakMap<Actor, Actor>();
  const cached = cachedActors.get(arranger);
  if (cached) return cached;
  const permissions = owner.isSuper
    ? arranger.permissions
    : intersectPermissions(owner.permissions, arranger.permissions);
  const scope = intersectScopes(owner.isSuper ? 'all' : owner.scope, arranger.scope);
  const actor: Actor = { ...owner, permissions, scope, isSuper: false };
  boundedActors.set(owner, cachedActors.set(arranger, actor));
  return actor;
}

const kioskActors = new WeakMap<Actor, Map<string, Actor>>();
/** The bounded owner with only the permissions that the cards need. Equal permissions give the same object, so that caches by actor keep working. */
export function createKioskActor(registry: Registry, owner: Actor, kiosk: ActiveKiosk): Actor {
  const kioskScope = createKioskScope(kiosk.name, kiosk.cards);
  const key = `${kiosk.id} ${kioskScope.fingerprint}`;
  const cachedActors = kioskActors.get(owner) ?? new Map<string, Actor>();
  const cached = cachedActors.get(key);
  if (cached) return cached;
  const permissions = intersectPermissions(
    permissionsFor(registry, kioskScope),
    owner.isSuper ? new Set([ALL_PERMISSIONS]) : owner.permissions,
  );
  const actor: Actor = { ...owner, name: kiosk.name, permissions, isSuper: false };
  kioskScopes.set(actor, kioskScope);
  kioskActors.set(owner, cachedActors.set(key, actor));
  return actor;
}
