/** `notify`: tells one person of something, in the transaction it happened in; what belongs together becomes one line. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import { noticeChoiceOf, type NoticeKind, type NoticeText } from '../../common/notices';
import { beginning } from '../../common/text/clean';
import { actorKey } from '../engine/act';
import { decodeRow } from '../engine/model';
import type { Step } from '../engine/writer';
import type { SqlValue, Tx } from '../kit';
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
}

/** An unread line takes up what happens within this time; the same item again within a minute says nothing new. */
const GROUPED_S = 3_600;
const SAME_AGAIN_S = 60;
/** The newest are kept; how many there were is counted beside them. */
const MOST_ITEMS = 200;
const LONGEST_GROUP = 120;
const LONGEST_NAME = 30;

/** Tells within a running act. People who turned the kind off hear nothing of it. */
export async function notify(step: Step, telling: Telling): Promise<void> {
  const entity = step.kit.registry.get('notice');
  if (entity === undefined) return;
  const now = Math.floor(step.kit.clock.now() / 1000);
  const { wanted, open } = await look(step, entity, telling, now);
  if (!wanted) return;
  if (open === undefined) {
    await step.house.create(entity, draftOf(step, telling, now));
    return;
  }
  const [known, former] = [itemsIn(open), paramsIn(open)];
  const fresh = [...new Set(telling.items)].filter((item) => !known.includes(item));
  const said = spoken(telling, Math.max(known.length, Number(former['count'] ?? 0)) + fresh.length, former);
  const isNews = fresh.length > 0 || now - Number(open['told_time']) >= SAME_AGAIN_S;
  if (isNews) {
    const items = [...known, ...fresh].slice(-MOST_ITEMS);
    await step.house.update(entity, { id: Number(open['id']), ...said, items, told_time: now });
  } else if (JSON.stringify(said.params) !== JSON.stringify(former)) {
    await step.house.update(entity, { id: Number(open['id']), params: said.params });
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

/** The person's choice beside the unread line that may take it up, if there are any; `nr` tells several looks apart. */
const LOOK = `SELECT one.nr, p.value AS choice, n.* FROM (SELECT ? AS nr) AS one
  LEFT JOIN \`preference\` p ON p.slot = ? AND p.slot_n = ? AND p.delete_time IS NULL
  LEFT JOIN \`notice\` n ON n.realm = ? AND n.recipient_id = ? AND n.group_key = ? AND n.told_time > ?
    AND n.read_time IS NULL AND n.delete_time IS NULL`;
interface Found {
  readonly nr: number;
  readonly choice: string | null;
  readonly id: number | null;
}

/** The newest line for each look. */
async function lookUp(tx: Tx, looks: readonly (readonly SqlValue[])[]): Promise<readonly (Found | undefined)[]> {
  const found = await tx.rows<Found>(
    `${looks.map(() => LOOK).join(' UNION ALL ')} ORDER BY id`,
    looks.flatMap((values, nr) => [nr, ...values]),
  );
  const lines = new Map(found.map((line) => [Number(line.nr), line]));
  return looks.map((_, nr) => lines.get(nr));
}

async function look({ tx }: Step, entity: AnyEntity, { to, kind, group, personal }: Telling, now: number) {
  const slot = `${to.realm}:${to.id}:notices`;
  const values: readonly SqlValue[] = [
    // such a name is its own shadow, which has the index
    ...[slot, slot],
    ...[to.realm, to.id],
    // of no group there is no line
    ...[group === undefined ? null : keyOf(group), now - GROUPED_S],
  ];
  const last = await inSets(tx, 'look for lines', values, (looks, shared) => lookUp(shared, looks));
  const choice: unknown = typeof last?.choice === 'string' ? JSON.parse(last.choice) : undefined;
  const open = last === undefined || last.id === null ? undefined : decodeRow(entity, last);
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

function draftOf(step: Step, telling: Telling, now: number) {
  const { to, kind, group } = telling;
  const { actor } = step;
  const items = [...new Set(telling.items)];
  return {
    realm: to.realm,
    recipient_id: to.id,
    kind,
    ...spoken(telling, items.length, {}),
    items: items.slice(-MOST_ITEMS),
    actor: actor.realm === 'system' ? null : actorKey(actor),
    actor_name: actor.realm === 'system' ? null : beginning(actor.name, LONGEST_NAME),
    group_key: group === undefined ? null : keyOf(group),
    told_time: now,
  };
}
