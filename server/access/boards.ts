/** How somebody's dashboard lies: as he arranged it himself, else as his role group finds it, else as a fresh one. */
import { readCards, type Card } from '../../common/live/cards';
import type { Services } from '../context';

interface Row {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: string;
  readonly arranged_by: number | null;
}
/** Cards and the admin who arranged them; null for the system. */
export interface Arrangement {
  readonly cards: readonly Card[];
  readonly arrangedBy: number | null;
}
export interface SharedBoard {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: readonly Card[];
}
interface FoundBoard {
  readonly board: SharedBoard;
  readonly arrangedBy: number | null;
}
export interface Boards {
  readonly own: readonly Card[] | null;
  readonly shared: SharedBoard | null;
}

/** Where an admin's own arrangement is kept. */
export const boardSlot = (adminId: number): string => `admin:${adminId}:dashboard`;
const parsed = (text: string | null | undefined): readonly Card[] | undefined =>
  typeof text === 'string' ? readCards(JSON.parse(text)) : undefined;

async function groupsOf({ db }: Services, adminId: number): Promise<readonly number[]> {
  const [row] = await db.rows<{ group_arr: string | null }>('SELECT group_arr FROM `admin` WHERE id = ?', [adminId]);
  const groups: unknown = JSON.parse(row?.group_arr ?? '[]');
  return Array.isArray(groups) ? groups.filter((id): id is number => typeof id === 'number') : [];
}

/** The board of one of the person's groups goes before the one for everybody; the one changed last goes first. */
async function sharedBoard(services: Services, adminId: number): Promise<FoundBoard | null> {
  const groups = await groupsOf(services, adminId);
  const rows = await services.db.rows<Row>(
    'SELECT id, revision, title, group_id, cards, arranged_by FROM `board` WHERE delete_time IS NULL ORDER BY update_time DESC, id DESC LIMIT 200',
  );
  const found =
    rows.find(({ group_id: group }) => group !== null && groups.includes(Number(group))) ??
    rows.find(({ group_id: group }) => group === null);
  const cards = parsed(found?.cards);
  if (found === undefined || cards === undefined) return null;
  const { id, revision, title, group_id: group, arranged_by: arranger } = found;
  const numbers = { id: Number(id), revision: Number(revision), group_id: numberOr(group) };
  return { board: { ...numbers, title, cards }, arrangedBy: numberOr(arranger) };
}

const numberOr = (value: number | null): number | null => (value === null ? null : Number(value));

async function ownCards(services: Services, adminId: number): Promise<readonly Card[] | undefined> {
  const [row] = await services.db.rows<{ value: string | null }>(
    'SELECT value FROM `preference` WHERE slot = ? AND delete_time IS NULL',
    [boardSlot(adminId)],
  );
  return parsed(row?.value);
}

export async function boardsOf(services: Services, adminId: number): Promise<Boards> {
  const [own = null, found] = [await ownCards(services, adminId), await sharedBoard(services, adminId)];
  return { own, shared: found?.board ?? null };
}

/** The cards an admin sees and who arranged them; undefined where neither the admin nor anybody else did. */
export async function arrangementFor(services: Services, adminId: number): Promise<Arrangement | undefined> {
  const own = await ownCards(services, adminId);
  if (own !== undefined) return { cards: own, arrangedBy: adminId };
  const found = await sharedBoard(services, adminId);
  return found === null ? undefined : { cards: found.board.cards, arrangedBy: found.arrangedBy };
}

/** The cards of one shared dashboard and who arranged them; undefined when it is gone. */
export async function arrangementOf({ db }: Services, id: number): Promise<Arrangement | undefined> {
  const [row] = await db.rows<Pick<Row, 'cards' | 'arranged_by'>>(
    'SELECT cards, arranged_by FROM `board` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  const cards = parsed(row?.cards);
  return row && cards && { cards, arrangedBy: numberOr(row.arranged_by) };
}
