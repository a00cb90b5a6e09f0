/** Regular work of one node: ends what ran out, looks after slow and hidden sockets, and tells how far everybody was told. */
import type { Services } from '../context';
import type { Backpressure } from './backpressure';
import type { Figures } from './counters/counters';
import type { createCursors } from './cursor';
import type { createOutlet } from './outlet';
import { PACE } from './pace';
import type { Passes } from './passes';
import type { Peer } from './peer';
import { endExpired } from './socket';
import type { Realm } from './spec';
import type { createTopics } from './topics';

interface Kept {
  readonly peers: Map<string, Peer>;
  readonly topics: ReturnType<typeof createTopics>;
  readonly passes: Passes;
  readonly backpressure: Backpressure;
  readonly outlet: ReturnType<typeof createOutlet>;
  readonly cursors: ReturnType<typeof createCursors>;
  readonly late: { readonly figures?: Figures };
}
/** Answers how to stop. */
export function keepHouse(clock: Services['clock'], house: Kept): () => void {
  const { peers, topics, passes, outlet } = house;
  const ticked = { admin: clock.now(), member: clock.now() };
  const tick = (realm: Realm, every: number, now: number) => {
    if (now - ticked[realm] < every) return;
    ticked[realm] = now;
    passes.flushAll();
    outlet.tick(realm, house.cursors[realm].print(passes.position()), now);
  };
  const timer = setInterval(() => {
    void passes.between(() => {
      const now = clock.now();
      endExpired(peers.values(), topics, now);
      house.backpressure.look(peers.values(), now);
      house.late.figures?.look();
      tick('admin', PACE.tick, now);
      tick('member', PACE.memberTick, now);
    });
  }, PACE.housekeeping);
  timer.unref();
  return () => clearInterval(timer);
}
