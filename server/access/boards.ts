/** How somebody's dashboard lies: as he arranged it himself, else as his role group finds it, else as a fresh one. */
import { readCards, type Card } from '../../common/live/cards';
import type { Kit } from '../kit';

interface Row {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: string;
}
export interface SharedBoard {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: readonly Card[];
}
export interface Boards {
  readonly own: readonly Card[] | null;
  readonly shared: SharedBoard | null;
}

/** Where an admin's own arrangement is kept. */
export const boardSlot = (adminId: number): string => `admin:${adminId}:dashboard`;
const parsed = (text: string | null | undefined): readonly Card[] | undefined =>
  typeof text === 'string' ? readCards(JSON.parse(text)) : undefined;

async function groupsOf({ db }: Kit, adminId: number): Promise<readonly number[]> {
  const [row] = await db.rows<{ group_arr: string | null }>('SELECT group_arr FROM `admin` WHERE id = ?', [adminId]);
  const groups: unknown = JSON.parse(row?.group_arr ?? '[]');
  return Array.isArray(groups) ? groups.filter((id): id is number => typeof id === 'number') : [];
}

/** The board of one of the person's groups goes before the one for everybody; the one changed last goes first. */
async function sharedBoard(kit: Kit, adminId: number): Promise<SharedBoard | null> {
  const groups = await groupsOf(kit, adminId);
  const rows = await kit.db.rows<Row>(
    'SELECT id, revision, title, group_id, cards FROM `board` WHERE delete_time IS NULL ORDER BY update_time DESC, id DESC LIMIT 200',
  );
  const found =
    rows.find(({ group_id: group }) => group !== null && groups.includes(Number(group))) ??
    rows.find(({ group_id: group }) => group === null);
  const cards = parsed(found?.cards);
  if (found === undefined || cards === undefined) return null;
  const { id, revision, title, group_id: group } = found;
  return { id: Number(id), revision: Number(revision), title, group_id: group === null ? null : Number(group), cards };
}

export async function boardsOf(kit: Kit, adminId: number): Promise<Boards> {
  const [row] = await kit.db.rows<{ value: string | null }>(
    'SELECT value FROM `preference` WHERE slot = ? AND delete_time IS NULL',
    [boardSlot(adminId)],
  );
  return { own: parsed(row?.value) ?? null, shared: await sharedBoard(kit, adminId) };
}

/** The cards of one shared dashboard; undefined when it is gone. */
export async function cardsOfBoard({ db }: Kit, id: number): Promise<readonly Card[] | undefined> {
  const [row] = await db.rows<{ cards: string }>('SELECT cards FROM `board` WHERE id = ? AND delete_time IS NULL', [
    id,
  ]);
  return parsed(row?.cards);
}
