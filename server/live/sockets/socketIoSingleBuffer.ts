/** A frame for a room goes out as one piece of memory: a head and a body apart cost every socket two writes, held together and let go. */
import type { LiveNamespace } from './connection';

interface EncodeOptions {
  /** Ready for the wire, the same for every websocket. */
  wsPreEncodedFrame?: readonly Buffer[];
}
interface AdapterInternals {
  _encode?: (packet: unknown, options: EncodeOptions) => unknown;
}

/** By what socket.io's adapter has but does not declare; one that has it no more sends as it likes. */
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
