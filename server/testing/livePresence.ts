/** A colleague's tab in tests of presence: what it says, and what it was told of the others, folded as a screen would. */
import type { AskNotice, AskRequest, FocusRequest, PersonHere, PresenceFrame } from '../../common/protocol/live';
import type { Client } from './liveClient';
import { sleep } from './liveRig';

/** A client that keeps what it was told of presence, folded as a screen would. */
export interface Watcher {
  readonly client: Client;
  readonly frames: PresenceFrame[];
  readonly asks: AskNotice[];
  readonly people: () => readonly PersonHere[];
  readonly you: () => string;
  readonly focus: (place: Partial<FocusRequest>) => Promise<unknown>;
  readonly ask: (request: AskRequest) => Promise<unknown>;
}
const NOWHERE = { e: null, id: null, f: null };
export function watch(client: Client): Watcher {
  const frames: PresenceFrame[] = [];
  const asks: AskNotice[] = [];
  let people = new Map<string, PersonHere>();
  let you = '';
  client.socket.on('ask', (notice) => void asks.push(notice));
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
    ...{ client, frames, asks },
    people: () => [...people.values()],
    you: () => you,
    focus: (place) => client.socket.timeout(5_000).emitWithAck('focus', { ...NOWHERE, ...place }),
    ask: (request) => client.socket.timeout(5_000).emitWithAck('ask', request),
  };
}
export async function until(holds: () => boolean, what: string, ms = 3_000): Promise<number> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(5);
  }
  return performance.now() - started;
}
export const tabsOf = (watcher: Watcher, p: string) => watcher.people().find((person) => person.p === p)?.tabs ?? [];
export const at = (watcher: Watcher, p: string, id: number | null, f: string | null) =>
  tabsOf(watcher, p).some((tab) => tab.id === id && tab.f === f);
