/** The link of a screen on a wall: its token stands behind the `#`, which no server and no log ever sees. */
import { KEYS, type Shelves } from '../../shared/persist';

const PATH = '/admin/wall';
const TOKEN = /^#(ba_w_\d{1,15}\.[\w-]{43})$/;

/** What the address of this page opens; undefined on every other page. */
export const wallToken = (): string | undefined =>
  window.location.pathname === PATH ? TOKEN.exec(window.location.hash)?.[1] : undefined;
export const wallLink = (token: string): string => `${window.location.origin}${PATH}#${token}`;

/** Whoever is signed in on this machine stays so, and lends the wall nothing: the token is all there is, and is kept nowhere. */
export function wallShelves({ lasting }: Shelves, token: string): Shelves {
  const nobody = { id: 1, username: 'wall', token, refreshToken: token };
  return {
    lasting,
    fleeting: {
      getItem: (key) => (key === KEYS.admin ? JSON.stringify(nobody) : null),
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  };
}
