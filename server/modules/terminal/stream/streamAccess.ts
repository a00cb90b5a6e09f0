/** Access to event streams: checked before each message, and a limit of streams per principal. */
import { hasPermission } from '../../../../common/entity/access';
import { permissionKey } from '../../../../common/entity/permissionKeys';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import { reloadActor, type Authenticated } from '../../../access/sessions/authenticate';
import type { Services } from '../../../context';
import { requireTaskEntity } from '../tasks/task';
import type { Terminal } from '../terminal';

/** Milliseconds between two checks while there is no output. */
const POLL_MS = 1_000;

/** Whether a session may still watch the terminal, by the current database state. */
export async function canWatchTerminal(services: Services, { principal, sessionId }: Authenticated): Promise<boolean> {
  const actor = await reloadActor(services, principal, sessionId);
  return actor !== undefined && hasPermission(actor, permissionKey(requireTaskEntity(services), 'index'));
}

/** Checks until the signal aborts; calls `onRefused` once, at the first refusal or read error. */
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
/** Takes one of the stream slots of a principal; undefined when all are taken, else a function that releases it. */
export function acquireStreamSlot(terminal: Terminal, principal: string): (() => void) | undefined {
  const counts = openStreams.get(terminal) ?? new Map<string, number>();
  openStreams.set(terminal, counts);
  const count = counts.get(principal) ?? 0;
  if (count >= SERVER_LIMITS.streamsPerPrincipal) return undefined;
  counts.set(principal, count + 1);
  return () => {
    const remaining = (counts.get(principal) ?? 1) - 1;
    if (remaining > 0) counts.set(principal, remaining);
    else counts.delete(principal);
  };
}
