import { createMutex, type Mutex } from '../../platform/mutex';
import type { Connection } from './connection';

/** One mutex for each connection: leaving during a request to join takes effect after it. */
export function createConnectionMutexes(): (connection: Connection) => Mutex {
  const mutexes = new WeakMap<Connection, Mutex>();
  return (connection) => {
    const mutex = mutexes.get(connection) ?? createMutex();
    mutexes.set(connection, mutex);
    return mutex;
  };
}
