/** User preferences, stored by person and name. */
import type { Realm } from '../../common/realm';
import { asRecord } from '../../common/json';
import type { Services } from '../context';

/** The key of a preference: unique for each person and name. */
export const preferenceSlot = (realm: Realm, personId: number, name: string): string => `${realm}:${personId}:${name}`;

export const MAX_FAVORITES = 20;

/** Preferences of an admin in the console, the same on every device. */
export interface ConsolePreferences {
  /** Ids of menu rules, in order. */
  readonly favorites: readonly number[];
  readonly gettingStarted: GettingStartedState;
}
export interface GettingStartedState {
  readonly isDismissed: boolean;
  /** The admin had two windows of the console open at once. */
  readonly hadSecondWindow: boolean;
}

/** Parses a stored list of favorites; invalid ids are left out. */
export const parseFavorites = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [])
    .filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0)
    .slice(0, MAX_FAVORITES);
export const parseGettingStarted = (value: unknown): GettingStartedState => {
  const raw = asRecord(value);
  return { isDismissed: raw?.['isDismissed'] === true, hadSecondWindow: raw?.['hadSecondWindow'] === true };
};

export async function loadConsolePreferences({ db }: Services, adminId: number): Promise<ConsolePreferences> {
  const [favorites, gettingStarted] = ['favorites', 'getting_started'].map((name) =>
    preferenceSlot('admin', adminId, name),
  );
  const rows = await db.rows<{ slot: string; value: string | null }>(
    'SELECT slot, value FROM `preference` WHERE slot IN (?, ?) AND delete_time IS NULL',
    [favorites ?? '', gettingStarted ?? ''],
  );
  const valueOf = (slot: string | undefined): unknown =>
    JSON.parse(rows.find((row) => row.slot === slot)?.value ?? 'null');
  return {
    favorites: parseFavorites(valueOf(favorites)),
    gettingStarted: parseGettingStarted(valueOf(gettingStarted)),
  };
}
