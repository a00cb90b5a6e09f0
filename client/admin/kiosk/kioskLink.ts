/** The link of a screen on a wall: its token stands behind the `#`, which no server and no log ever sees. */
import { STORAGE_KEYS, type BrowserStorage } from '../../shared/store/storage';

const KIOSK_PATH = '/admin/wall';
const TOKEN_PATTERN = /^#(ba_w_\d{1,15}\.[\w-]{43})$/;

/** What the address of this page opens; undefined on every other page. */
export const readKioskToken = (): string | undefined =>
  window.location.pathname === KIOSK_PATH ? TOKEN_PATTERN.exec(window.location.hash)?.[1] : undefined;
export const kioskLink = (token: string): string => `${window.location.origin}${KIOSK_PATH}#${token}`;

/** Whoever is signed in on this machine stays so, and lends the wall nothing: the token is all there is, and is kept nowhere. */
export function kioskStorage({ local }: BrowserStorage, token: string): BrowserStorage {
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
