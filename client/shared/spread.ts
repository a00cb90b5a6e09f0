/** Many are told in one moment that their rights or their menu changed: each asks again a while later, and what is told twice meanwhile once. */
import type { ActorRef, ServerToClient } from '../../common/protocol/live';

type Notice = Parameters<ServerToClient['authz']>[0];

export function createSpread(onAuthz: (by?: ActorRef) => void): (notice: Notice) => void {
  let waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly due: number } | undefined;
  return ({ by, jitter = 0 }) => {
    const wait = Math.random() * jitter;
    const due = Date.now() + wait;
    // Whoever asks later than he was told hears of both.
    if (waiting !== undefined && waiting.due <= due) return;
    clearTimeout(waiting?.timer);
    const run = () => {
      waiting = undefined;
      onAuthz(by);
    };
    waiting = undefined;
    if (wait === 0) run();
    else waiting = { timer: setTimeout(run, wait), due };
  };
}
