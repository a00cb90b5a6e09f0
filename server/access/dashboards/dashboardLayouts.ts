/** The dashboard layout of an admin: the personal one, else that of a role group, else the shared one of all, else the default. */
import { parseCards, type DashboardCard } from '../../../common/live/dashboardCards';
import type { Services } from '../../context';

interface DashboardRow {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: string;
  readonly arranged_by: number | null;
}
/** Cards and the admin who saved them; null for the system. */
export interface DashboardLayout {
  readonly cards: readonly DashboardCard[];
  readonly arrangedBy: number | null;
}
export interface SharedDashboard {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly group_id: number | null;
  readonly cards: readonly DashboardCard[];
}
interface FoundDashboard {
  readonly dashboard: SharedDashboard;
  readonly arrangedBy: number | null;
}
export interface DashboardsOfAdmin {
  readonly own: readonly DashboardCard[] | null;
  readonly shared: SharedDashboard | null;
}

/** The key of an admin's personal layout. */
export const dashboardPreferenceSlot = (adminId: number): string => `admin:${adminId}:dashboard`;
const parseStoredCards = (text: string | null | undefined): readonly DashboardCard[] | undefined =>
  typeof text === 'string' ? parseCards(JSON.parse(text)) : undefined;

async function loadGroupIds({ db }: Services, adminId: number): Promise<readonly number[]> {
  const [row] = await db.rows<{ group_arr: string | null }>('SELECT group_arr FROM `admin` WHERE id = ?', [adminId]);
  const groups: unknown = JSON.parse(row?.group_arr ?? '[]');
  return Array.isArray(groups) ? groups.filter((id): id is number => typeof id === 'number') : [];
}

/** The shared dashboard that applies to an admin: the last changed one of its groups, else the last changed one for everyone. */
async function findSharedDashboard(services: Services, adminId: number): Promise<FoundDashboard | null> {
  const groups = await loadGroupIds(services, adminId);
  const rows = await services.db.rows<DashboardRow>(
    'SELECT id, revision, title, group_id, cards, arranged_by FROM `board` WHERE delete_time IS NULL AND status = 1 ORDER BY update_time DESC, id DESC LIMIT 200',
  );
  const found =
    rows.find(({ group_id: group }) => group !== null && groups.includes(Number(group))) ??
    rows.find(({ group_id: group }) => group === null);
  const cards = parseStoredCards(found?.cards);
  if (found === undefined || cards === undefined) return null;
  const { id, revision, title, group_id: group, arranged_by: arranger } = found;
  const numbers = { id: Number(id), revision: Number(revision), group_id: numberOrNull(group) };
  return { dashboard: { ...numbers, title, cards }, arrangedBy: numberOrNull(arranger) };
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

async function loadOwnCards(services: Services, adminId: number): Promise<readonly DashboardCard[] | undefined> {
  const [row] = await services.db.rows<{ value: string | null }>(
    'SELECT value FROM `preference` WHERE slot = ? AND delete_time IS NULL',
    [dashboardPreferenceSlot(adminId)],
  );
  return parseStoredCards(row?.value);
}

export async function loadDashboards(services: Services, adminId: number): Promise<DashboardsOfAdmin> {
  const [own = null, found] = [await loadOwnCards(services, adminId), await findSharedDashboard(services, adminId)];
  return { own, shared: found?.dashboard ?? null };
}

/** The layout that applies to an admin; undefined for the default. */
export async function loadAdminLayout(services: Services, adminId: number): Promise<DashboardLayout | undefined> {
  const ownCards = await loadOwnCards(services, adminId);
  if (ownCards !== undefined) return { cards: ownCards, arrangedBy: adminId };
  const found = await findSharedDashboard(services, adminId);
  return found === null ? undefined : { cards: found.dashboard.cards, arrangedBy: found.arrangedBy };
}

/** The layout of one shared dashboard; undefined when it was deleted. */
export async function loadDashboardLayout({ db }: Services, id: number): Promise<DashboardLayout | undefined> {
  const [row] = await db.rows<Pick<DashboardRow, 'cards' | 'arranged_by'>>(
    'SELECT cards, arranged_by FROM `board` WHERE id = ? AND delete_time IS NULL',
    [id],
  );
  const cards = parseStoredCards(row?.cards);
  return row && cards && { cards, arrangedBy: numberOrNull(row.arranged_by) };
}
