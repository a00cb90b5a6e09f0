/** Kiosk tokens (bearer tokens of displays): derived from the row and the application keys with HMAC, verified on each request. */
import { DEFAULT_CARDS, type DashboardCard } from '../../../common/live/dashboardCards';
import type { Services } from '../../context';
import { loadAdminLayout, loadDashboardLayout, type DashboardLayout } from '../dashboards/dashboardLayouts';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';
import { parseKioskPrincipal } from './kioskPrincipal';

const KIOSK_TOKEN_PATTERN = /^ba_w_(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

export const isKioskTokenFormat = (token: string): boolean => KIOSK_TOKEN_PATTERN.test(token);

const getSignatures = (keys: readonly string[], id: number, salt: string): readonly string[] =>
  computeHmacs(keys, 'wall', `${id}.${salt}`);

/** The token of a kiosk display. Throws without an application key. */
export function deriveKioskToken(keys: readonly string[], id: number, salt: string): string {
  const [signature] = getSignatures(keys, id, salt);
  if (signature === undefined) throw new Error('there is no application key to sign a token with');
  return `ba_w_${id}.${signature}`;
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
  const row = await loadRow(services, parseKioskPrincipal(name));
  return row && toActiveKiosk(services, row);
}
