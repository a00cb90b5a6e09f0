/** `notify`: tells one person of something, in the transaction it happened in; what belongs together becomes one line. */
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
import { batched } from '../../platform/database/txBatch';

export interface Recipient {
  readonly realm: 'admin' | 'member';
  readonly id: number;
}
/** What is said, and where it leads, of one thing or of several. */
export interface NoticeContent {
  readonly text: NoticeTextKey;
  readonly link?: string;
}
type Params = Readonly<Record<string, Json>>;
export interface Notification {
  readonly to: Recipient;
  readonly kind: NoticeKind;
  readonly single: NoticeContent;
  /** Once it concerns several items; without it later tellings only renew the first. */
  readonly plural?: NoticeContent;
  /** Always those of the newest telling; as a function, of what the line said before. */
  readonly params?: Params | ((previousParams: Params) => Params);
  /** Unread lines of one group become one; every telling is a line of its own without it. */
  readonly group?: string;
  /** A word to this one person: kept in the bell even where the kind was refused. */
  readonly isPersonal?: true;
  /** What it is about, each counted once. */
  readonly items?: readonly string[];
  /** Whether the person saw all that the unread line tells: then that line is read, and this telling is a line of its own. */
  readonly hasSeenAll?: () => Promise<boolean>;
  /** No item ever comes a second time: the newest alone is kept, to be counted on from. */
  readonly hasUniqueItems?: true;
}

/** An unread line takes up what happens within this time; the same item again within a minute says nothing new. */
const GROUP_WINDOW_S = 3_600;
const REPEAT_INTERVAL_S = 60;
/** The newest are kept; how many there were is counted beside them. */
const MAX_ITEMS = 200;
const MAX_GROUP_LENGTH = 120;
const MAX_NAME_LENGTH = 30;

/** Tells within a running act. People who turned the kind off hear nothing of it. */
export async function notify(hook: HookContext, notification: Notification): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity === undefined) return;
  const now = Math.floor(hook.services.clock.now() / 1000);
  const { wanted, open: unread } = await loadState(hook, entity, notification, now);
  if (!wanted) return;
  const isSeen = unread !== undefined && (await notification.hasSeenAll?.()) === true;
  if (isSeen) await hook.asSystem.update(entity, { id: Number(unread['id']), read_time: now });
  if (unread === undefined || isSeen) {
    await hook.asSystem.create(entity, createDraft(hook, notification, now));
    return;
  }
  const [known, previousParams] = [parseItems(unread), parseParams(unread)];
  const fresh = [...new Set(notification.items)].filter((item) => !known.includes(item));
  const content = contentFor(
    notification,
    Math.max(known.length, Number(previousParams['count'] ?? 0)) + fresh.length,
    previousParams,
  );
  const isNews = fresh.length > 0 || now - Number(unread['told_time']) >= REPEAT_INTERVAL_S;
  if (isNews) {
    const items = [...known, ...fresh].slice(notification.hasUniqueItems ? -1 : -MAX_ITEMS);
    await hook.asSystem.update(entity, { id: Number(unread['id']), ...content, items, told_time: now });
  } else if (JSON.stringify(content.params) !== JSON.stringify(previousParams)) {
    await hook.asSystem.update(entity, { id: Number(unread['id']), params: content.params });
  }
}

/** Tellings of one act to the same person about the same thing, as one. */
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

/** What a person chose to hear; such a name is its own shadow, which has the index. */
async function loadNoticeChoices(tx: Tx, slots: readonly string[]): Promise<readonly unknown[]> {
  const wanted = [...new Set(slots)];
  const found = await tx.rows<{ readonly slot: string; readonly value: string | null }>(
    `SELECT slot, value FROM \`preference\` WHERE slot IN (${placeholders(wanted.length)}) AND slot_n IN (${placeholders(wanted.length)}) AND delete_time IS NULL`,
    [...wanted, ...wanted],
  );
  const choices = new Map(found.map(({ slot, value }): [string, unknown] => [slot, value && JSON.parse(value)]));
  return slots.map((slot) => choices.get(slot));
}

/** Where a telling may be added to a line: unread lines of the person and the group, told later than this. */
interface NoticeSlot extends Recipient {
  readonly group: string;
  readonly after: number;
}
/** The newest line for each place. */
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

/** Whether the person wants to hear of it, and the unread line that takes it up. */
async function loadState(
  { tx }: HookContext,
  entity: AnyEntity,
  { to, kind, group, isPersonal }: Notification,
  now: number,
) {
  const noticeSlot =
    group === undefined ? undefined : { ...to, group: truncateGroup(group), after: now - GROUP_WINDOW_S };
  const [choice, unread] = await Promise.all([
    batched(tx, 'choices of notices', `${to.realm}:${to.id}:notices`, (slots, shared) =>
      loadNoticeChoices(shared, slots),
    ),
    noticeSlot &&
      batched(tx, 'lines of notices', noticeSlot, (noticeSlots, shared) =>
        findUnreadNotices(shared, entity, noticeSlots),
      ),
  ]);
  return { wanted: isPersonal === true || parseNoticePreferences(choice)[kind].bell, open: unread };
}
const truncateGroup = (group: string): string => truncate(group, MAX_GROUP_LENGTH);

const parseItems = (row: StoredRow): readonly string[] => {
  const items: unknown = row['items'];
  return Array.isArray(items) ? items.map(String) : [];
};
const parseParams = (row: StoredRow): Params => {
  const params: unknown = row['params'];
  return typeof params === 'object' && params !== null ? (params as Params) : {}; // stored by `contentFor` alone
};

/** The words for so many items. */
function contentFor({ single, plural, params }: Notification, count: number, previousParams: Params) {
  const content = count > 1 ? (plural ?? single) : single;
  const values = typeof params === 'function' ? params(previousParams) : params;
  return { title: content.text, link: content.link ?? null, params: { ...values, count } };
}

/** Whom a notice names: nobody where the house acted, and to members nobody of the staff. */
function visibleActor(to: Recipient, actor: HookContext['actor']) {
  const isHidden = actor.kind === 'system' || (to.realm === 'member' && actor.kind === 'staff');
  return isHidden ? null : actor;
}

function createDraft(hook: HookContext, notification: Notification, now: number) {
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
