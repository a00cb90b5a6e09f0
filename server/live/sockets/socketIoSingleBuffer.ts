/** Socket.IO emits header and payload as two buffers, which costs two TCP writes per socket. This patch of the adapter's private `_encode` joins them. */
import type { LiveNamespace } from './connection';

interface EncodeOptions {
  /** A WebSocket frame that is equal for every socket of a room. */
  wsPreEncodedFrame?: readonly Buffer[];
}
interface AdapterInternals {
  _encode?: (packet: unknown, options: EncodeOptions) => unknown;
}

/** Uses a private method of the adapter; an adapter without it remains unchanged. */
export function patchSingleBuffer<T extends Pick<LiveNamespace, 'adapter'>>(namespace: T): T {
  const adapter = namespace.adapter as unknown as AdapterInternals;
  const encode = adapter._encode?.bind(namespace.adapter);
  if (encode === undefined) return namespace;
  adapter._encode = (packet, options) => {
    const encoded = encode(packet, options);
    const { wsPreEncodedFrame: buffers } = options;
    if (buffers !== undefined && buffers.length > 1) options.wsPreEncodedFrame = [Buffer.concat(buffers)];
    return encoded;
  };
  return namespace;
}
