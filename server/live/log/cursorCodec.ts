/** Cursors of the change log as readers see them: decimal for staff, sealed for members, so that volume stays secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { Cursor } from '../../../common/protocol/liveEvents';

export interface CursorCodec {
  readonly encode: (seq: number) => Cursor;
  /** `undefined`: not a cursor this server gave. */
  readonly decode: (text: string) => number | undefined;
}

const DECIMAL = /^(0|[1-9]\d{0,15})$/;

/** Staff read the sequence number itself. */
export const plainCursorCodec: CursorCodec = {
  encode: (seq) => String(seq),
  decode: (text) => (DECIMAL.test(text) ? Number(text) : undefined),
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEQ_BYTES = 8;

/** Members read an AES-GCM token of it; every node that shares the secret can open it. */
export function encryptedCursorCodec(secret: string): CursorCodec {
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
/** The cursors of both realms, the same on every node that shares the keys. */
export const createCursorCodecs = ({ env }: CursorKeys) =>
  ({ admin: plainCursorCodec, member: encryptedCursorCodec(env.appKeys[0] ?? '') }) as const;

/** The cursor an answer carries for its reader: whoever is not staff must not learn how much happens. */
export const cursorFor = (keys: CursorKeys, actor: Pick<Actor, 'realm'>, seq: number): Cursor =>
  (actor.realm === 'staff' || actor.realm === 'system'
    ? plainCursorCodec
    : encryptedCursorCodec(keys.env.appKeys[0] ?? '')
  ).encode(seq);
