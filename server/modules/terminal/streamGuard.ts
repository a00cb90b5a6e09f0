/** The rights behind an event stream: judged again before each message, and how many streams one principal may hold. */
import { holds } from '../../../common/entity/access';
import { nodeOf } from '../../../common/entity/nodes';
import { LIMITS } from '../../../common/limits';
import { actorOf, type Authenticated } from '../../access/actor';
import type { Services } from '../../context';
import { taskEntity } from './task';
import type { Terminal } from './terminal';

/** Milliseconds between two looks while there is nothing to tell. */
const LOOK_MS = 1_000;

/** Whether a session may still watch the terminal, as the database has it now. */
export async function mayWatch(services: Services, { principal, sessionId }: Authenticated): Promise<boolean> {
  const actor = await actorOf(services, principal, sessionId);
  return actor !== undefined && holds(actor, nodeOf(taskEntity(services), 'index'));
}

/** Asks again and again until the signal ends; `onRefused` is called once, at the first refusal or when nothing can be read. */
export function watchRights(ask: () => Promise<boolean>, signal: AbortSignal, onRefused: () => void): void {
  const look = () => {
    ask().then(
      (may) => {
        if (signal.aborted) return;
        if (may) wait();
        else onRefused();
      },
      () => onRefused(),
    );
  };
  const wait = () => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      look();
    }, LOOK_MS);
    const stop = () => clearTimeout(timer);
    signal.addEventListener('abort', stop, { once: true });
  };
  wait();
}

const open = new WeakMap<Terminal, Map<string, number>>();
/** Takes one of the streams a principal may hold; undefined when all are taken, else a function that gives it back. */
export function takeStream(terminal: Terminal, principal: string): (() => void) | undefined {
  const counts = open.get(terminal) ?? new Map<string, number>();
  open.set(terminal, counts);
  const count = counts.get(principal) ?? 0;
  if (count >= LIMITS.streamsPerPrincipal) return undefined;
  counts.set(principal, count + 1);
  return () => {
    const left = (counts.get(principal) ?? 1) - 1;
    if (left > 0) counts.set(principal, left);
    else counts.delete(principal);
  };
}
