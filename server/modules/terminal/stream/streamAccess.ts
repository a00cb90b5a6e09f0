/** The rights behind an event stream: judged again before each message, and how many streams one principal may hold. */
import { hasNode } from '../../../../common/entity/access';
import { nodeOf } from '../../../../common/entity/permissionNodes';
import { LIMITS } from '../../../../common/limits';
import { reloadActor, type Authenticated } from '../../../access/sessions/authenticate';
import type { Services } from '../../../context';
import { requireTaskEntity } from '../tasks/task';
import type { Terminal } from '../terminal';

/** Milliseconds between two looks while there is nothing to tell. */
const POLL_MS = 1_000;

/** Whether a session may still watch the terminal, as the database has it now. */
export async function canWatchTerminal(services: Services, { principal, sessionId }: Authenticated): Promise<boolean> {
  const actor = await reloadActor(services, principal, sessionId);
  return actor !== undefined && hasNode(actor, nodeOf(requireTaskEntity(services), 'index'));
}

/** Asks again and again until the signal ends; `onRefused` is called once, at the first refusal or when nothing can be read. */
export function pollAccess(checkAccess: () => Promise<boolean>, signal: AbortSignal, onRefused: () => void): void {
  const poll = () => {
    checkAccess().then(
      (isAllowed) => {
        if (signal.aborted) return;
        if (isAllowed) scheduleNext();
        else onRefused();
      },
      () => onRefused(),
    );
  };
  const scheduleNext = () => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      poll();
    }, POLL_MS);
    const stop = () => clearTimeout(timer);
    signal.addEventListener('abort', stop, { once: true });
  };
  scheduleNext();
}

const openStreams = new WeakMap<Terminal, Map<string, number>>();
/** Takes one of the streams a principal may hold; undefined when all are taken, else a function that gives it back. */
export function acquireStreamSlot(terminal: Terminal, principal: string): (() => void) | undefined {
  const counts = openStreams.get(terminal) ?? new Map<string, number>();
  openStreams.set(terminal, counts);
  const count = counts.get(principal) ?? 0;
  if (count >= LIMITS.streamsPerPrincipal) return undefined;
  counts.set(principal, count + 1);
  return () => {
    const remaining = (counts.get(principal) ?? 1) - 1;
    if (remaining > 0) counts.set(principal, remaining);
    else counts.delete(principal);
  };
}
