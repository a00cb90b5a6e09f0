/**
 * The socket.io adapter encodes a WebSocket frame for a room as two buffers, header and payload, i.e. two writes per socket. This patch joins
 * them once for all sockets. It wraps the adapter's private `_encode`; where that method does not exist, the adapter stays as it is.
 */
interface EncodeOptions {
  /** The encoded frame, the same for every WebSocket of the room. */
  wsPreEncodedFrame?: readonly Buffer[];
}
interface AdapterInternals {
  _encode?: (packet: unknown, options: EncodeOptions) => unknown;
}

/** Patches the adapter of a namespace and returns the namespace. */
export function patchSingleBuffer<T extends { readonly adapter: object }>(namespace: T): T {
  const adapter = namespace.adapter as AdapterInternals;
  if (typeof adapter._encode !== 'function') return namespace;
  const encode = adapter._encode.bind(adapter);
  adapter._encode = (packet, options) => {
    const encoded = encode(packet, options);
    const { wsPreEncodedFrame: buffers } = options;
    if (buffers !== undefined && buffers.length > 1) options.wsPreEncodedFrame = [Buffer.concat(buffers)];
    return encoded;
  };
  return namespace;
}
