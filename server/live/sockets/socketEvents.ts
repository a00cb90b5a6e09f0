/** All socket events as data, for the API document, the command line and tests. */
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import { RECEIPTS_EVENT } from '../../../common/protocol/receipts';

export interface SocketEvent {
  readonly name: string;
  readonly from: 'client' | 'server';
  readonly summary: string;
}

const FROM_CLIENT: Readonly<Record<keyof ClientToServer, string>> = {
  sub: 'Subscribe to rows and lists, within the permissions of the caller',
  unsub: 'Unsubscribe from topics',
  auth: 'Reauthenticate with a new access token of the same session',
  vis: 'Whether the page is visible or hidden',
  focus: 'Report the location of the tab: entity, record, field',
  ask: 'Ask another tab to release a field, or respond to such a request',
  tail: 'Subscribe to the output of a terminal task',
  untail: 'Unsubscribe from the output of a task',
  dash: 'Subscribe to the metrics of a dashboard, within the permissions of the caller',
  [RECEIPTS_EVENT]: 'Subscribe to presence and read receipts of members, within the permissions of the caller',
  draft_join: 'Take part in the shared draft of a formatted text, within the permissions of the caller',
  draft_leave: 'Leave a shared draft',
  draft_update: 'Change a shared draft',
  draft_cursor: 'Report the selection in a shared draft',
};
const FROM_SERVER: Readonly<Record<keyof ServerToClient, string>> = {
  chg: 'Changes of a subscribed topic',
  tick: 'Watermark: all changes up to this cursor were sent',
  reset: 'A subscription ended: fetch again and subscribe with the new cursor',
  authz: 'Permissions or menu changed: fetch the bootstrap again',
  site: 'The settings that clients show, on connection and on every change',
  views: 'Saved views of a list changed',
  comments: 'Comments on a record changed',
  gateway: 'The gateway may serve other interfaces of apps than before',
  pres: 'People on the screens of an entity',
  ask: 'Another tab asks to release a field, or responds',
  out: 'The next output of a terminal task',
  dash: 'Changed metrics of a dashboard',
  [RECEIPTS_EVENT]: 'Presence of a member, and read receipts of its devices',
  draft_update: 'Changes of a shared draft',
  draft_people: 'People in a shared draft with their selections',
  draft_state: 'Changed rights in a shared draft, or a changed stored text',
  bye: 'Sent before the server disconnects',
};

/** Both namespaces, `/admin` and `/member`, have the same events; a connection needs an access token of the realm. */
export const SOCKET_EVENTS: readonly SocketEvent[] = [
  ...Object.entries(FROM_CLIENT).map(([name, summary]) => ({ name, from: 'client' as const, summary })),
  ...Object.entries(FROM_SERVER).map(([name, summary]) => ({ name, from: 'server' as const, summary })),
];
