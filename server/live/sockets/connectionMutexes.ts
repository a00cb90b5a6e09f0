/** Serializes join and leave of one connection, so that a leave sent during a join runs after it. */
import { createMutex, type Mutex } from '../../platform/mutex';
import type { Connection } from './connection';

export function createConnectionMutexes(): (connection: Connection) => Mutex {
  const mutexes = new WeakMap<Connection, Mutex>();
  return (connection) => {
    const mutex = mutexes.get(connection) ?? createMutex();
    mutexes.set(connection, mutex);
    return mutex;
  };
}
