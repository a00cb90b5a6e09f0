/** A frame for a room goes out as one piece of memory: a head and a body apart cost every socket two writes, held together and let go. */
import type { LiveNamespace } from './peer';

interface Encoded {
  /** Ready for the wire, the same for every websocket. */
  wsPreEncodedFrame?: readonly Buffer[];
}
interface Encoding {
  _encode?: (packet: unknown, options: Encoded) => unknown;
}

/** By what socket.io's adapter has but does not declare; one that has it no more sends as it likes. */
export function sendWhole<T extends Pick<LiveNamespace, 'adapter'>>(space: T): T {
  const encoding = space.adapter as unknown as Encoding;
  const encode = encoding._encode?.bind(space.adapter);
  if (encode === undefined) return space;
  encoding._encode = (packet, options) => {
    const encoded = encode(packet, options);
    const { wsPreEncodedFrame: pieces } = options;
    if (pieces !== undefined && pieces.length > 1) options.wsPreEncodedFrame = [Buffer.concat(pieces)];
    return encoded;
  };
  return space;
}
