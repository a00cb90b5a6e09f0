/** All socket events as data, for the API document, the command line and tests. */
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';

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
  focus: 'Where the tab is: screen, record, field',
  ask: 'Asks a colleague to let go of a field, or answers',
  tail: 'Follow what a terminal task prints',
  untail: 'Follow it no longer',
  dash: 'The figures a dashboard shows, each as far as the caller may read it',
  care: 'The members whose records the tab shows, each as far as the caller may read it',
};
const FROM_SERVER: Readonly<Record<keyof ServerToClient, string>> = {
  chg: 'Changes of a followed topic',
  tick: 'Everything up to here was told',
  reset: 'A topic must be fetched anew',
  authz: 'Rights changed: fetch the bootstrap again',
  site: 'The settings windows show, when they change',
  views: 'Saved views of a list became others',
  pres: 'Who is on the screens of an entity',
  ask: 'A colleague asks for a field, or answers',
  out: 'The next bytes of a terminal task',
  dash: 'Figures that moved',
  care: 'Whether a member is here, and how far its devices are with what was booked',
  bye: 'Said before the server disconnects',
};

/** Both namespaces, `/admin` and `/member`, have the same events; a connection needs an access token of the realm. */
export const SOCKET_EVENTS: readonly SocketEvent[] = [
  ...Object.entries(FROM_CLIENT).map(([name, summary]) => ({ name, from: 'client' as const, summary })),
  ...Object.entries(FROM_SERVER).map(([name, summary]) => ({ name, from: 'server' as const, summary })),
];
