/** Kiosk links. The token is in the URL fragment (`#`), which browsers do not send to servers or logs. */
import { STORAGE_KEYS, type BrowserStorage } from '../../shared/store/storage';

const KIOSK_PATH = '/admin/wall';
const TOKEN_PATTERN = /^#(ba_w_\d{1,15}\.[\w-]{43})$/;

/** Token in the address of this page; undefined on every other page. */
export const readKioskToken = (): string | undefined =>
  window.location.pathname === KIOSK_PATH ? TOKEN_PATTERN.exec(window.location.hash)?.[1] : undefined;
export const createKioskLink = (token: string): string => `${window.location.origin}${KIOSK_PATH}#${token}`;

/**
 * Browser storage of a kiosk. Its session consists of the token alone and is not written, so a session in this browser's
 * storage stays unchanged and unused.
 */
export function createKioskStorage({ local }: BrowserStorage, token: string): BrowserStorage {
  const kioskSession = { id: 1, username: 'wall', token, refreshToken: token };
  return {
    local,
    session: {
      getItem: (key) => (key === STORAGE_KEYS.admin ? JSON.stringify(kioskSession) : null),
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  };
}
