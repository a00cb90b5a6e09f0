/** `notify`: writes notices to one person in the transaction of the event; notices of one group are merged. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { parseNoticePreferences, type NoticeKind, type NoticeTextKey } from '../../../common/notices';
import { truncate } from '../../../common/text/normalize';
import { actorKey } from '../../engine/write/context/actorKey';
import { decodeRow } from '../../engine/schema/model';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { runBatched } from '../../platform/database/txBatch';

export interface Recipient {
  readonly realm: 'admin' | 'member';
  readonly id: number;
}
/** Text key and link of the notice, for one item or for several. */
export interface NoticeContent {
  readonly text: NoticeTextKey;
  readonly link?: string;
}
type Params = Readonly<Record<string, Json>>;
export interface Notification {
  readonly to: Recipient;
  readonly kind: NoticeKind;
  readonly single: NoticeContent;
  /** Used for several items; without it a repetition only renews the first. */
  readonly plural?: NoticeContent;
  /** Params of the newest notification; a function receives the params of the notice so far. */
  readonly params?: Params | ((previousParams: Params) => Params);
  /** Unread notices of one group are merged; without a group every notification is a separate notice. */
  readonly group?: string;
  /** A personal message: delivered even when the person turned the kind off. */
  readonly isPersonal?: true;
  /** Ids of the items, each counted once. */
  readonly items?: readonly string[];
  /** Whether the person saw everything that the unread notice reports: then that notice is marked as read, and a new one is written. */
  readonly hasSeenAll?: () => Promise<boolean>;
  /** Item ids never repeat: only the newest is stored, and the count continues from it. */
  readonly hasUniqueItems?: true;
}

/** Seconds within which an unread notice absorbs further events; the same item within a minute changes nothing. */
const GROUP_WINDOW_S = 3_600;
const REPEAT_INTERVAL_S = 60;
/** Number of stored item ids; the count is stored separately. */
const MAX_ITEMS = 200;
const MAX_GROUP_LENGTH = 120;
const MAX_NAME_LENGTH = 30;

/** Writes the notice in the transaction of `hook`; does nothing for people who turned the kind off. */
export async function notify(hook: HookContext, notification: Notification): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity === undefined) return;
  const now = Math.floor(hook.services.clock.now() / 1000);
  const { wanted, unread } = await loadState(hook, entity, notification, now);
  if (!wanted) return;
  const isSeen = unread !== undefined && (await notification.hasSeenAll?.()) === true;
  if (isSeen) await hook.asSystem.update(entity, { id: Number(unread['id']), read_time: now });
  if (unread === undefined || isSeen) {
    await hook.asSystem.create(entity, buildNotice(hook, notification, now));
    return;
  }
  const [known, previousParams] = [parseItems(unread), parseParams(unread)];
  const newItems = [...new Set(notification.items)].filter((item) => !known.includes(item));
  const content = contentFor(
    notification,
    Math.max(known.length, Number(previousParams['count'] ?? 0)) + newItems.length,
    previousParams,
  );
  const isNews = newItems.length > 0 || now - Number(unread['told_time']) >= REPEAT_INTERVAL_S;
  if (isNews) {
    const items = [...known, ...newItems].slice(notification.hasUniqueItems ? -1 : -MAX_ITEMS);
    await hook.asSystem.update(entity, { id: Number(unread['id']), ...content, items, told_time: now });
  } else if (JSON.stringify(content.params) !== JSON.stringify(previousParams)) {
    await hook.asSystem.update(entity, { id: Number(unread['id']), params: content.params });
  }
}

/** Merges notifications of one transaction to the same person and group. */
export function mergeNotifications(notifications: readonly Notification[]): readonly Notification[] {
  const byKey = new Map<string, Notification>();
  for (const notification of notifications) {
    const key =
      notification.group === undefined
        ? `${byKey.size}`
        : `${notification.to.realm}:${notification.to.id}:${notification.group}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known ? { ...notification, items: [...(known.items ?? []), ...(notification.items ?? [])] } : notification,
    );
  }
  return [...byKey.values()];
}

/** The notice preferences of people. The slot is its own normalized column, which has the index. */
async function loadNoticePreferences(tx: Tx, slots: readonly string[]): Promise<readonly unknown[]> {
  const wanted = [...new Set(slots)];
  const found = await tx.rows<{ readonly slot: string; readonly value: string | null }>(
    `SELECT slot, value FROM \`preference\` WHERE slot IN (${placeholders(wanted.length)}) AND slot_n IN (${placeholders(wanted.length)}) AND delete_time IS NULL`,
    [...wanted, ...wanted],
  );
  const preferences = new Map(found.map(({ slot, value }): [string, unknown] => [slot, value && JSON.parse(value)]));
  return slots.map((slot) => preferences.get(slot));
}

/** Identifies unread notices of a person and a group that are recent enough to absorb a notification. */
interface NoticeSlot extends Recipient {
  readonly group: string;
  readonly after: number;
}
/** The newest notice of each slot. */
async function findUnreadNotices(
  tx: Tx,
  entity: AnyEntity,
  noticeSlots: readonly NoticeSlot[],
): Promise<readonly (StoredRow | undefined)[]> {
  const distinct = <T>(read: (noticeSlot: NoticeSlot) => T): T[] => [...new Set(noticeSlots.map(read))];
  const [ids, realms, groups] = [distinct(({ id }) => id), distinct(({ realm }) => realm), distinct((p) => p.group)];
  const found = await tx.rows<object>(
    `SELECT * FROM \`notice\` WHERE recipient_id IN (${placeholders(ids.length)}) AND realm IN (${placeholders(realms.length)})
      AND group_key IN (${placeholders(groups.length)}) AND told_time > ? AND read_time IS NULL AND delete_time IS NULL ORDER BY id`,
    [...ids, ...realms, ...groups, Math.min(...noticeSlots.map(({ after }) => after))],
  );
  const notices = found.map((raw) => decodeRow(entity, raw));
  const isInSlot = (notice: StoredRow, { realm, id, group, after }: NoticeSlot): boolean =>
    notice['recipient_id'] === id &&
    notice['realm'] === realm &&
    notice['group_key'] === group &&
    Number(notice['told_time']) > after;
  return noticeSlots.map((noticeSlot) => notices.findLast((notice) => isInSlot(notice, noticeSlot)));
}

/** Reads whether the person wants the kind, and the unread notice that absorbs it. */
async function loadState(
  { tx }: HookContext,
  entity: AnyEntity,
  { to, kind, group, isPersonal }: Notification,
  now: number,
) {
  const noticeSlot =
    group === undefined ? undefined : { ...to, group: truncateGroup(group), after: now - GROUP_WINDOW_S };
  const [preferences, unread] = await Promise.all([
    runBatched(tx, 'notice preferences', `${to.realm}:${to.id}:notices`, (slots, shared) =>
      loadNoticePreferences(shared, slots),
    ),
    noticeSlot &&
      runBatched(tx, 'notice deliveries', noticeSlot, (noticeSlots, shared) =>
        findUnreadNotices(shared, entity, noticeSlots),
      ),
  ]);
  return { wanted: isPersonal === true || parseNoticePreferences(preferences)[kind].bell, unread };
}
const truncateGroup = (group: string): string => truncate(group, MAX_GROUP_LENGTH);

const parseItems = (row: StoredRow): readonly string[] => {
  const items: unknown = row['items'];
  return Array.isArray(items) ? items.map(String) : [];
};
const parseParams = (row: StoredRow): Params => {
  const params: unknown = row['params'];
  return typeof params === 'object' && params !== null ? (params as Params) : {}; // Written by `contentFor` only.
};

/** Text key, link and params for this number of items. */
function contentFor({ single, plural, params }: Notification, count: number, previousParams: Params) {
  const content = count > 1 ? (plural ?? single) : single;
  const values = typeof params === 'function' ? params(previousParams) : params;
  return { title: content.text, link: content.link ?? null, params: { ...values, count } };
}

/** The actor that a notice names: none for the system, and no admin in notices to members. */
function visibleActor(to: Recipient, actor: HookContext['actor']) {
  const isHidden = actor.kind === 'system' || (to.realm === 'member' && actor.kind === 'staff');
  return isHidden ? null : actor;
}

function buildNotice(hook: HookContext, notification: Notification, now: number) {
  const { to, kind, group } = notification;
  const visible = visibleActor(to, hook.actor);
  const items = [...new Set(notification.items)];
  return {
    realm: to.realm,
    recipient_id: to.id,
    kind,
    ...contentFor(notification, items.length, {}),
    items: items.slice(-MAX_ITEMS),
    actor: visible && actorKey(visible),
    actor_name: visible && truncate(visible.name, MAX_NAME_LENGTH),
    group_key: group === undefined ? null : truncateGroup(group),
    told_time: now,
  };
}
