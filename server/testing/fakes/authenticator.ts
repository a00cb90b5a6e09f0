/** A software authenticator: keys, challenges and signatures as a browser sends them (WebAuthn level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Authenticator {
  /** The response of `navigator.credentials.create`. */
  readonly register: (options: CeremonyOptions, origin: string) => Record<string, unknown>;
  /** The response of `navigator.credentials.get`. */
  readonly answer: (options: CeremonyOptions, origin: string) => Record<string, unknown>;
}
interface CeremonyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const base64 = (bytes: Buffer): string => bytes.toString('base64url');

/** The part of CBOR that keys and attestations need. */
const cborHead = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborInt = (value: number): Buffer => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value));

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [one, other] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const pairs = [cborInt(1), cborInt(2), cborInt(3), cborInt(-7), cborInt(-1), cborInt(1)];
  return Buffer.concat([cborHead(5, 5), ...pairs, cborInt(-2), cborBytes(one), cborInt(-3), cborBytes(other)]);
}

export function createAuthenticator(): Authenticator {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  const data = (rpId: string, flags: number): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const client = (type: string, { challenge }: CeremonyOptions, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const shared = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} };
  return {
    register: (options, origin) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const authData = Buffer.concat([data(options.rp?.id ?? '', 0x45), attested]);
      const attestation = Buffer.concat([
        cborHead(5, 3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), cborHead(5, 0), cborText('authData')],
        cborBytes(authData),
      ]);
      const clientDataJSON = base64(client('webauthn.create', options, origin));
      return { ...shared, response: { clientDataJSON, attestationObject: base64(attestation), transports: ['usb'] } };
    },
    answer: (options, origin) => {
      const authData = data(options.rpId ?? '', 0x05);
      const clientData = client('webauthn.get', options, origin);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: base64(clientData),
          authenticatorData: base64(authData),
          signature: base64(signature),
        },
      };
    },
  };
}
