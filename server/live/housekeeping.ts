/** Periodic tasks (timers) of one node: disconnects sockets with expired sessions, checks slow and hidden ones, and sends the `tick` watermarks. */
import type { Services } from '../context';
import type { Backpressure } from './sockets/backpressure';
import type { createCursorCodecs } from './log/cursorCodec';
import type { createBroadcaster } from './sockets/broadcaster';
import { TIMING } from './timing';
import type { Fanout } from './topics/fanout';
import type { Connection } from './sockets/connection';
import type { RunningFeature } from './sockets/liveFeature';
import { disconnectExpired } from './sockets/serveNamespace';
import type { Realm } from '../../common/realm';
import type { createTopicRegistry } from './topics/topicRegistry';

interface HousekeepingOptions {
  readonly connections: Map<string, Connection>;
  readonly topics: ReturnType<typeof createTopicRegistry>;
  readonly fanout: Fanout;
  readonly backpressure: Backpressure;
  readonly broadcaster: ReturnType<typeof createBroadcaster>;
  readonly cursorCodecs: ReturnType<typeof createCursorCodecs>;
  readonly features: readonly RunningFeature[];
}
/** Returns a function that stops the timer. */
export function startHousekeeping(clock: Services['clock'], options: HousekeepingOptions): () => void {
  const { connections, topics, fanout, broadcaster } = options;
  const tickedAt = { admin: clock.now(), member: clock.now() };
  const sendTick = (realm: Realm, intervalMs: number, now: number) => {
    if (now - tickedAt[realm] < intervalMs) return;
    tickedAt[realm] = now;
    fanout.flushAll();
    broadcaster.tick(realm, options.cursorCodecs[realm].encode(fanout.position()), now);
  };
  const timer = setInterval(() => {
    void fanout.runExclusive(() => {
      const now = clock.now();
      disconnectExpired(connections.values(), topics, now);
      options.backpressure.checkAll(connections.values(), now);
      for (const feature of options.features) feature.onBackpressureChecked?.();
      sendTick('admin', TIMING.adminTickMs, now);
      sendTick('member', TIMING.memberTickMs, now);
    });
  }, TIMING.housekeepingMs);
  timer.unref();
  return () => clearInterval(timer);
}
