/** Every socket event as data, beside the routes of the inventory: for documents, the command line and tests. */
import type { ClientToServer, ServerToClient } from '../../common/protocol/live';

export interface SocketEvent {
  readonly name: string;
  readonly from: 'client' | 'server';
  readonly summary: string;
}

const FROM_CLIENT: Readonly<Record<keyof ClientToServer, string>> = {
  sub: 'Follow rows and lists, each as far as the caller may read it',
  unsub: 'Follow topics no longer',
  auth: 'A new access token of the same session',
  vis: 'Whether anybody looks at the page',
};
const FROM_SERVER: Readonly<Record<keyof ServerToClient, string>> = {
  chg: 'Changes of a followed topic',
  tick: 'Everything up to here was told',
  reset: 'A topic must be fetched anew',
  authz: 'Rights changed: fetch the bootstrap again',
  bye: 'Said before the server disconnects',
};

/** Both namespaces, `/admin` and `/member`, speak the same events; connecting needs an access token of the realm. */
export const SOCKET_EVENTS: readonly SocketEvent[] = [
  ...Object.entries(FROM_CLIENT).map(([name, summary]) => ({ name, from: 'client' as const, summary })),
  ...Object.entries(FROM_SERVER).map(([name, summary]) => ({ name, from: 'server' as const, summary })),
];
