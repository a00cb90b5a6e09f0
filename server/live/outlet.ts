/** The way out of one node: frames, ends of topics and watermarks, to the rooms of its own sockets. */
import type { Cursor, ResetReason, ServerToClient } from '../../common/protocol/live';
import { PACE } from './pace';
import { endTopics, PAUSED, type LiveNamespace, type Peer } from './peer';
import type { Realm } from './spec';
import type { Topic, Topics } from './topics';

/** What goes out to rooms of this node. */
export function createOutlet(
  spaces: Readonly<Record<Realm, LiveNamespace>>,
  peers: ReadonlyMap<string, Peer>,
  topics: Topics,
) {
  return {
    emit: (topic: Topic, frame: Parameters<ServerToClient['chg']>[0]): void => {
      spaces[topic.realm].local.to(topic.name).except(PAUSED).emit('chg', frame);
    },
    evict: (topic: Topic, why: ResetReason): void => {
      const space = spaces[topic.realm];
      space.local.to(topic.name).emit('reset', { t: [topic.name], why, jitter: PACE.jitter });
      for (const id of [...(space.adapter.rooms.get(topic.name) ?? [])]) {
        const peer = peers.get(id);
        if (peer !== undefined) endTopics(peer, topics, new Set([topic.name]));
      }
    },
    tick: (realm: Realm, s: Cursor, at: number): void => {
      spaces[realm].local.volatile.except(PAUSED).emit('tick', { s, at });
    },
  };
}
