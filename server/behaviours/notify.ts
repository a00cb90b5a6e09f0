/** `notify`: tells one person of something, in the transaction it happened in; what belongs together becomes one line. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import { noticeChoiceOf, type NoticeKind, type NoticeText } from '../../common/notices';
import { beginning } from '../../common/text/clean';
import { actorKey } from '../engine/write/unitOfWork';
import { decodeRow } from '../engine/schema/model';
import type { HookContext } from '../engine/write/writer';
import type { Tx } from '../context';
import { marks } from '../platform/sql';
import { inSets } from '../platform/together';

export interface Recipient {
  readonly realm: 'admin' | 'member';
  readonly id: number;
}
/** What is said, and where it leads, of one thing or of several. */
export interface Saying {
  readonly text: NoticeText;
  readonly link?: string;
}
type Params = Readonly<Record<string, Json>>;
export interface Telling {
  readonly to: Recipient;
  readonly kind: NoticeKind;
  readonly one: Saying;
  /** Once it concerns several items; without it later tellings only renew the first. */
  readonly many?: Saying;
  /** Always those of the newest telling; as a function, of what the line said before. */
  readonly params?: Params | ((former: Params) => Params);
  /** Unread lines of one group become one; every telling is a line of its own without it. */
  readonly group?: string;
  /** A word to this one person: kept in the bell even where the kind was refused. */
  readonly personal?: true;
  /** What it is about, each counted once. */
  readonly items?: readonly string[];
  /** Whether the person saw all that the unread line tells: then that line is read, and this telling is a line of its own. */
  readonly startsOver?: () => Promise<boolean>;
  /** No item ever comes a second time: the newest alone is kept, to be counted on from. */
  readonly eachOnce?: true;
}

/** An unread line takes up what happens within this time; the same item again within a minute says nothing new. */
const GROUPED_S = 3_600;
const SAME_AGAIN_S = 60;
/** The newest are kept; how many there were is counted beside them. */
const MOST_ITEMS = 200;
const LONGEST_GROUP = 120;
const LONGEST_NAME = 30;

/** Tells within a running act. People who turned the kind off hear nothing of it. */
export async function notify(hook: HookContext, telling: Telling): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity === undefined) return;
  const now = Math.floor(hook.services.clock.now() / 1000);
  const { wanted, open } = await look(hook, entity, telling, now);
  if (!wanted) return;
  const isSeen = open !== undefined && (await telling.startsOver?.()) === true;
  if (isSeen) await hook.asSystem.update(entity, { id: Number(open['id']), read_time: now });
  if (open === undefined || isSeen) {
    await hook.asSystem.create(entity, draftOf(hook, telling, now));
    return;
  }
  const [known, former] = [itemsIn(open), paramsIn(open)];
  const fresh = [...new Set(telling.items)].filter((item) => !known.includes(item));
  const said = spoken(telling, Math.max(known.length, Number(former['count'] ?? 0)) + fresh.length, former);
  const isNews = fresh.length > 0 || now - Number(open['told_time']) >= SAME_AGAIN_S;
  if (isNews) {
    const items = [...known, ...fresh].slice(telling.eachOnce ? -1 : -MOST_ITEMS);
    await hook.asSystem.update(entity, { id: Number(open['id']), ...said, items, told_time: now });
  } else if (JSON.stringify(said.params) !== JSON.stringify(former)) {
    await hook.asSystem.update(entity, { id: Number(open['id']), params: said.params });
  }
}

/** Tellings of one act to the same person about the same thing, as one. */
export function gathered(tellings: readonly Telling[]): readonly Telling[] {
  const byKey = new Map<string, Telling>();
  for (const telling of tellings) {
    const key = telling.group === undefined ? `${byKey.size}` : `${telling.to.realm}:${telling.to.id}:${telling.group}`;
    const known = byKey.get(key);
    byKey.set(key, known ? { ...telling, items: [...(known.items ?? []), ...(telling.items ?? [])] } : telling);
  }
  return [...byKey.values()];
}

/** What a person chose to hear; such a name is its own shadow, which has the index. */
async function choicesOf(tx: Tx, slots: readonly string[]): Promise<readonly unknown[]> {
  const wanted = [...new Set(slots)];
  const found = await tx.rows<{ readonly slot: string; readonly value: string | null }>(
    `SELECT slot, value FROM \`preference\` WHERE slot IN (${marks(wanted.length)}) AND slot_n IN (${marks(wanted.length)}) AND delete_time IS NULL`,
    [...wanted, ...wanted],
  );
  const choices = new Map(found.map(({ slot, value }): [string, unknown] => [slot, value && JSON.parse(value)]));
  return slots.map((slot) => choices.get(slot));
}

/** Where a telling may be added to a line: unread lines of the person and the group, told later than this. */
interface Place extends Recipient {
  readonly group: string;
  readonly after: number;
}
/** The newest line for each place. */
async function linesAt(
  tx: Tx,
  entity: AnyEntity,
  places: readonly Place[],
): Promise<readonly (StoredRow | undefined)[]> {
  const distinct = <T>(read: (place: Place) => T): T[] => [...new Set(places.map(read))];
  const [ids, realms, groups] = [distinct(({ id }) => id), distinct(({ realm }) => realm), distinct((p) => p.group)];
  const found = await tx.rows<object>(
    `SELECT * FROM \`notice\` WHERE recipient_id IN (${marks(ids.length)}) AND realm IN (${marks(realms.length)})
      AND group_key IN (${marks(groups.length)}) AND told_time > ? AND read_time IS NULL AND delete_time IS NULL ORDER BY id`,
    [...ids, ...realms, ...groups, Math.min(...places.map(({ after }) => after))],
  );
  const lines = found.map((raw) => decodeRow(entity, raw));
  const isAt = (line: StoredRow, { realm, id, group, after }: Place): boolean =>
    line['recipient_id'] === id &&
    line['realm'] === realm &&
    line['group_key'] === group &&
    Number(line['told_time']) > after;
  return places.map((place) => lines.findLast((line) => isAt(line, place)));
}

/** Whether the person wants to hear of it, and the unread line that takes it up. */
async function look({ tx }: HookContext, entity: AnyEntity, { to, kind, group, personal }: Telling, now: number) {
  const place = group === undefined ? undefined : { ...to, group: keyOf(group), after: now - GROUPED_S };
  const [choice, open] = await Promise.all([
    inSets(tx, 'choices of notices', `${to.realm}:${to.id}:notices`, (slots, shared) => choicesOf(shared, slots)),
    place && inSets(tx, 'lines of notices', place, (places, shared) => linesAt(shared, entity, places)),
  ]);
  return { wanted: personal === true || noticeChoiceOf(choice)[kind].bell, open };
}
const keyOf = (group: string): string => beginning(group, LONGEST_GROUP);

const itemsIn = (row: StoredRow): readonly string[] => {
  const items: unknown = row['items'];
  return Array.isArray(items) ? items.map(String) : [];
};
const paramsIn = (row: StoredRow): Params => {
  const params: unknown = row['params'];
  return typeof params === 'object' && params !== null ? (params as Params) : {}; // stored by `spoken` alone
};

/** The words for so many items. */
function spoken({ one, many, params }: Telling, count: number, former: Params) {
  const said = count > 1 ? (many ?? one) : one;
  const values = typeof params === 'function' ? params(former) : params;
  return { title: said.text, link: said.link ?? null, params: { ...values, count } };
}

/** Whom a notice names: nobody where the house acted, and to members nobody of the staff. */
function namedTo(to: Recipient, actor: HookContext['actor']) {
  const isHidden = actor.realm === 'system' || (to.realm === 'member' && actor.realm === 'staff');
  return isHidden ? null : actor;
}

function draftOf(hook: HookContext, telling: Telling, now: number) {
  const { to, kind, group } = telling;
  const named = namedTo(to, hook.actor);
  const items = [...new Set(telling.items)];
  return {
    realm: to.realm,
    recipient_id: to.id,
    kind,
    ...spoken(telling, items.length, {}),
    items: items.slice(-MOST_ITEMS),
    actor: named && actorKey(named),
    actor_name: named && beginning(named.name, LONGEST_NAME),
    group_key: group === undefined ? null : keyOf(group),
    told_time: now,
  };
}
