/** Broadcasts frames, topic resets and watermarks to the Socket.IO rooms of this node. */
import type { Cursor, ResetReason, ServerToClient } from '../../../common/protocol/liveEvents';
import { TIMING } from '../timing';
import { endTopicSubscriptions, PAUSED_ROOM, type LiveNamespace, type Connection } from './connection';
import type { Realm } from '../../../common/realm';
import type { Topic, TopicRegistry } from '../topics/topicRegistry';

export function createBroadcaster(
  namespaces: Readonly<Record<Realm, LiveNamespace>>,
  connections: ReadonlyMap<string, Connection>,
  topics: TopicRegistry,
) {
  return {
    emit: (topic: Topic, frame: Parameters<ServerToClient['chg']>[0]): void => {
      namespaces[topic.realm].local.to(topic.name).except(PAUSED_ROOM).emit('chg', frame);
    },
    resetTopic: (topic: Topic, why: ResetReason): void => {
      const namespace = namespaces[topic.realm];
      namespace.local.to(topic.name).emit('reset', { t: [topic.name], why, jitter: TIMING.resetJitterMs });
      for (const id of [...(namespace.adapter.rooms.get(topic.name) ?? [])]) {
        const connection = connections.get(id);
        if (connection !== undefined) endTopicSubscriptions(connection, topics, new Set([topic.name]));
      }
    },
    tick: (realm: Realm, s: Cursor, at: number): void => {
      namespaces[realm].local.volatile.except(PAUSED_ROOM).emit('tick', { s, at });
    },
  };
}
