/** Encodes sequence numbers as cursors for clients: decimal for staff, encrypted for members, so that they do not learn the volume of changes. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Cursor } from '../../../common/protocol/liveEvents';

export interface CursorCodec {
  readonly encode: (seq: number) => Cursor;
  /** Undefined for a text that is not a cursor of this server. */
  readonly decode: (text: string) => number | undefined;
}

const DECIMAL = /^(0|[1-9]\d{0,15})$/;

/** Staff gets the sequence number itself. */
export const plainCursorCodec: CursorCodec = {
  encode: (seq) => String(seq),
  decode: (text) => (DECIMAL.test(text) ? Number(text) : undefined),
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEQ_BYTES = 8;

/** Members get it encrypted with AES-GCM; every node with the same keys can decrypt it. */
export function createEncryptedCursorCodec(secret: string): CursorCodec {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium live cursor', 32));
  const encode = (seq: number): Cursor => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv);
    const plaintext = Buffer.alloc(SEQ_BYTES);
    plaintext.writeBigUInt64BE(BigInt(seq));
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([iv, ciphertext, cipher.getAuthTag()]).toString('base64url');
  };
  const decode = (text: string): number | undefined => {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== IV_BYTES + SEQ_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES + SEQ_BYTES));
    try {
      const plaintext = Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, IV_BYTES + SEQ_BYTES)),
        decipher.final(),
      ]);
      return Number(plaintext.readBigUInt64BE());
    } catch {
      return undefined;
    }
  };
  return { encode, decode };
}

interface CursorKeys {
  readonly env: { readonly appKeys: readonly string[] };
}
/** The codecs of both realms, equal on every node with the same keys. */
export const createCursorCodecs = ({ env }: CursorKeys) =>
  ({ admin: plainCursorCodec, member: createEncryptedCursorCodec(env.appKeys[0] ?? '') }) as const;

/** The cursor in a response: encrypted for everyone except staff. */
export const createCursor = (keys: CursorKeys, actor: Pick<Actor, 'kind'>, seq: number): Cursor =>
  (actor.kind === 'staff' || actor.kind === 'system'
    ? plainCursorCodec
    : createEncryptedCursorCodec(keys.env.appKeys[0] ?? '')
  ).encode(seq);
