/**
 * Reads how much a socket.io connection has not sent yet. engine.io does not declare its packet queue (`writeBuffer`) nor the transport's
 * WebSocket; where they do not exist, nothing counts as unsent, so that no connection is paused.
 */
interface EngineInternals {
  readonly writeBuffer?: unknown;
  /** A polling transport has no socket. */
  readonly transport?: { readonly socket?: { readonly bufferedAmount?: unknown } };
}
/** The connection below a socket.io socket (`socket.conn`). */
export type BufferedConnection = object;

/** Packets that wait in the process, the oldest first. */
export function unsentPackets(connection: BufferedConnection): readonly unknown[] {
  const { writeBuffer } = connection as EngineInternals;
  return Array.isArray(writeBuffer) ? (writeBuffer as readonly unknown[]) : [];
}

/** Bytes that the WebSocket has not handed to the network yet. */
export function unsentBytes(connection: BufferedConnection): number {
  const amount = (connection as EngineInternals).transport?.socket?.bufferedAmount;
  return typeof amount === 'number' ? amount : 0;
}
