/** Screens on a wall: a link computed from its row and the keys of the installation, good for looking at one dashboard and nothing else. */
import { createHash } from 'node:crypto';
import { GUEST, readableColumns, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { canonical } from '../../common/entity/filter';
import { columnNamed } from '../../common/entity/meta';
import { nodeOf } from '../../common/entity/nodes';
import { parseQuery, type ListQuery } from '../../common/entity/query';
import type { Registry } from '../../common/entity/registry';
import {
  allFiguresOf,
  listOf,
  nounOf,
  PASSED_THRESHOLDS,
  STANDARD_CARDS,
  type Card,
  type CardList,
} from '../../common/live/cards';
import type { Figure } from '../../common/protocol/live';
import type { Services } from '../context';
import { arrangementFor, arrangementOf, type Arrangement } from './boards';
import { ALL, within } from './groupLaw';
import { isSame, macs } from './keys';

const FORM = /^ba_w_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;
const NAME = /^wall:(\d{1,15})$/;

export const looksLikeWall = (token: string): boolean => FORM.test(token);
/** How a wall is named where a person and a session are. */
export const wallName = (id: number): string => `wall:${id}`;
export const isWallName = (name: string): boolean => NAME.test(name);

const marksOf = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  macs(keys, 'wall', `${id}.${salt}`);

/** The token of a wall, as its owner gets to see it once. */
export function printWall(keys: readonly string[], id: number, salt: string): string {
  const [mark] = marksOf(keys, id, salt);
  if (mark === undefined) throw new Error('there is no key to make a token with');
  return `ba_w_${id}.${mark}`;
}

/** What may be looked at on a wall. */
export interface Sight {
  readonly name: string;
  readonly cards: readonly Card[];
  readonly lists: readonly CardList[];
  /** In one spelling. */
  readonly figures: ReadonlySet<string>;
  /** The same for the same cards. */
  readonly mark: string;
}
const sights = new WeakMap<Actor, Sight>();
/** What an actor is limited to that stands for a screen on a wall; undefined for all others. */
export const sightOf = (actor: Actor): Sight | undefined => sights.get(actor);

const spelling = ({ e, when, add, by, at, span }: Figure): string =>
  JSON.stringify([
    e,
    when ? canonical(when) : null,
    add ?? '',
    by ?? '',
    at ?? '',
    span?.grain ?? '',
    span?.count ?? 0,
  ]);
export const showsFigure = ({ figures }: Sight, figure: Figure): boolean => figures.has(spelling(figure));

const sameRows = (one: Pick<ListQuery, 'where' | 'sort'>, other: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  JSON.stringify([canonical(one.where), one.sort]) === JSON.stringify([canonical(other.where), other.sort]);
/** Whether a card shows the rows of this topic. */
export const showsList = ({ lists }: Sight, e: string, asked: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  lists.some((list) => list.e === e && sameRows(list.query, asked));

/** Whether a card asks exactly this of a list. */
export function asksAlike(
  sight: Sight,
  actor: Actor,
  entity: AnyEntity,
  raw: Readonly<Record<string, unknown>>,
): boolean {
  const read = parseQuery(entity, raw, readableColumns(actor, entity));
  if (!('query' in read)) return false;
  const { page, limit, q, select, initKey, initValue } = read.query;
  const extra = q !== undefined || select === true || initKey !== undefined || initValue !== undefined;
  const fits = ({ e, query }: CardList) => e === entity.name && limit <= query.limit && sameRows(query, read.query);
  return page === 1 && !extra && sight.lists.some(fits);
}

function sightFor(name: string, cards: readonly Card[]): Sight {
  const lists = [PASSED_THRESHOLDS, ...cards.map(listOf).filter((list) => list !== undefined)];
  const figures = new Set(cards.flatMap(allFiguresOf).map(spelling));
  const mark = createHash('sha256')
    .update(JSON.stringify([name, cards]))
    .digest('base64url')
    .slice(0, 16);
  return { name, cards, lists, figures, mark };
}

/** The nodes the cards need: rows to be listed or counted, and amounts only where they are summed and not listed. */
function nodesFor(registry: Registry, { cards, lists }: Sight): ReadonlySet<string> {
  const nodes = new Set<string>();
  for (const e of [PASSED_THRESHOLDS.e, ...cards.map(nounOf)]) {
    const entity = e === undefined ? undefined : registry.get(e);
    if (entity !== undefined) nodes.add(nodeOf(entity, 'index'));
  }
  for (const { e, add, also } of cards) {
    const entity = e === undefined || lists.some((list) => list.e === e) ? undefined : registry.get(e);
    const summed = [add, also].flatMap((name) => (name === undefined ? [] : [entity && columnNamed(entity, name)]));
    if (entity !== undefined && summed.some((column) => column?.sensitivity === 'money'))
      nodes.add(nodeOf(entity, 'see_money'));
  }
  return nodes;
}

export interface LiveWall {
  readonly id: number;
  readonly adminId: number;
  readonly name: string;
  readonly cards: readonly Card[];
  /** The admin who arranged the cards; null: nobody's rights but the owner's matter. */
  readonly arrangedBy: number | null;
  /** Unix seconds. */
  readonly end: number;
  /** The change log's last number when it was read. */
  readonly head: number;
}
interface Row {
  readonly id: number;
  readonly name: string;
  readonly admin_id: number;
  readonly board_id: number | null;
  readonly salt: string;
  readonly expire_time: number;
  readonly head: number;
}

async function rowOf(services: Services, id: number): Promise<Row | undefined> {
  const [row] = await services.db.rows<Row>(
    `SELECT id, name, admin_id, board_id, salt, expire_time, (SELECT last FROM \`change_head\` WHERE id = 1) AS head
     FROM \`wall_screen\` WHERE id = ? AND status = 1 AND delete_time IS NULL AND expire_time > ?`,
    [id, Math.floor(services.clock.now() / 1000)],
  );
  return row;
}

/** A wall of a shared dashboard that is gone shows nothing any more. */
async function liveWall(services: Services, row: Row): Promise<LiveWall | undefined> {
  const shown = await (row.board_id === null
    ? usualCards(services, Number(row.admin_id))
    : arrangementOf(services, Number(row.board_id)));
  if (shown === undefined) return undefined;
  const numbers = { id: Number(row.id), adminId: Number(row.admin_id), head: Number(row.head) };
  return { ...numbers, ...shown, name: row.name, end: Number(row.expire_time) };
}
const usualCards = async (services: Services, adminId: number): Promise<Arrangement> =>
  (await arrangementFor(services, adminId)) ?? { cards: STANDARD_CARDS, arrangedBy: null };

/** The wall behind a token that was sent; undefined when it is forged, disabled, over or gone. */
export async function readWall(services: Services, token: string): Promise<LiveWall | undefined> {
  const [, id = '', mark = ''] = FORM.exec(token) ?? [];
  const row = await rowOf(services, Number(id));
  const genuine = row && marksOf(services.env.appKeys, Number(row.id), row.salt).some((own) => isSame(own, mark));
  return genuine ? liveWall(services, row) : undefined;
}
/** The same by its name; undefined when it has ended since. */
export async function wallNow(services: Services, name: string): Promise<LiveWall | undefined> {
  const row = await rowOf(services, Number(NAME.exec(name)?.[1] ?? 0));
  return row && liveWall(services, row);
}

/** An admin who arranged cards and is gone or disabled. */
const WITHOUT_RIGHTS: Actor = { ...GUEST, realm: 'staff', nodes: new Set() };
const bounded = new WeakMap<Actor, WeakMap<Actor, Actor>>();
const common = (own: Actor['scope'], other: Actor['scope']): Actor['scope'] => {
  if (own === 'all' || other === 'all') return own === 'all' ? other : own;
  return own.filter((id) => other.includes(id));
};

/**
 * The owner of a wall with no more rights than the admin who arranged its cards: who may edit a board must not read through a wall what
 * only the owner may see. The same object for the same two.
 */
export function boundedBy(owner: Actor, arranger: Actor = WITHOUT_RIGHTS): Actor {
  if (arranger.super || arranger === owner) return owner;
  const known = bounded.get(owner) ?? new WeakMap<Actor, Actor>();
  const hit = known.get(arranger);
  if (hit) return hit;
  const nodes = owner.super ? arranger.nodes : within(owner.nodes, arranger.nodes);
  const scope = common(owner.super ? 'all' : owner.scope, arranger.scope);
  const actor: Actor = { ...owner, nodes, scope, super: false };
  bounded.set(owner, known.set(arranger, actor));
  return actor;
}

const walls = new WeakMap<Actor, Map<string, Actor>>();
/** The owner, bounded by who arranged the cards, with no more than the cards need; the same object for the same rights, so that what follows from it is kept. */
export function wallActor(registry: Registry, owner: Actor, wall: LiveWall): Actor {
  const sight = sightFor(wall.name, wall.cards);
  const key = `${wall.id} ${sight.mark}`;
  const known = walls.get(owner) ?? new Map<string, Actor>();
  const hit = known.get(key);
  if (hit) return hit;
  const nodes = within(nodesFor(registry, sight), owner.super ? new Set([ALL]) : owner.nodes);
  const actor: Actor = { ...owner, name: wall.name, nodes, super: false };
  sights.set(actor, sight);
  walls.set(owner, known.set(key, actor));
  return actor;
}
