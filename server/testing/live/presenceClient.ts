/** A tab of a colleague in presence tests: sends its location and folds the presence frames of others as a screen does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  HandoverNotice,
  HandoverRequest,
  FocusRequest,
  PresentPerson,
  PresenceFrame,
} from '../../../common/protocol/liveEvents';
import type { LiveClient } from './liveClient';

/** A client that folds presence frames as a screen does. */
export interface PresenceClient {
  readonly client: LiveClient;
  readonly frames: PresenceFrame[];
  readonly handoverNotices: HandoverNotice[];
  readonly people: () => readonly PresentPerson[];
  readonly you: () => string;
  readonly focus: (location: Partial<FocusRequest>) => Promise<unknown>;
  readonly sendHandover: (request: HandoverRequest) => Promise<unknown>;
}
const NO_LOCATION = { e: null, id: null, f: null };
export function watchPresence(client: LiveClient): PresenceClient {
  const frames: PresenceFrame[] = [];
  const handoverNotices: HandoverNotice[] = [];
  let people = new Map<string, PresentPerson>();
  let you = '';
  client.socket.on('ask', (notice) => void handoverNotices.push(notice));
  client.socket.on('pres', (frame) => {
    frames.push(frame);
    if ('all' in frame) {
      people = new Map(frame.all.map((person) => [person.p, person]));
      ({ you } = frame);
      return;
    }
    for (const person of frame.set) people.set(person.p, person);
    for (const p of frame.gone) people.delete(p);
  });
  return {
    client,
    frames,
    handoverNotices,
    people: () => [...people.values()],
    you: () => you,
    focus: (location) => client.socket.timeout(5_000).emitWithAck('focus', { ...NO_LOCATION, ...location }),
    sendHandover: (request) => client.socket.timeout(5_000).emitWithAck('ask', request),
  };
}
export async function waitUntil(condition: () => boolean, what: string, ms = 3_000): Promise<number> {
  const started = performance.now();
  while (!condition()) {
    if (performance.now() - started > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(5);
  }
  return performance.now() - started;
}
export const listTabs = (presenceClient: PresenceClient, p: string) =>
  presenceClient.people().find((person) => person.p === p)?.tabs ?? [];
export const isInField = (presenceClient: PresenceClient, p: string, id: number | null, f: string | null) =>
  listTabs(presenceClient, p).some((tab) => tab.id === id && tab.f === f);
