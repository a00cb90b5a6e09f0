/**
 * Signs and verifies the manifests of module packages, called plugins in the marketplace (Ed25519). The signature names its key; the
 * operator configures the trusted keys.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../../../common/canonicalJson';
import { isObject } from '../../../common/json';
import type { ModuleManifest } from './manifest';

export const MANIFEST_FILE = 'module.json';
export const SIGNATURE_FILE = 'module.sig';

/** The domain separation prefix of the signed text: a signature is valid for nothing else. */
const PURPOSE = 'atrium module 1\n';
const signedText = (manifest: ModuleManifest): Buffer => Buffer.from(PURPOSE + canonicalJson(manifest));

/** The 32 bytes of a public key in base64, as operators list it. */
export function publicKeyText(key: KeyObject): string {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

const getPublicKey = (text: string): KeyObject =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(text, 'base64').toString('base64url') },
  });

/** A new private key as PEM, and its public key as operators list it. */
export function createSigningKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKeyText(publicKey),
  };
}

/** Reads a private key; throws for anything but Ed25519. */
export function readSigningKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key must be an Ed25519 key');
  return key;
}

/** The content of `module.sig`. */
export const signManifest = (manifest: ModuleManifest, key: KeyObject): string =>
  `${JSON.stringify({ key: publicKeyText(key), signature: sign(null, signedText(manifest), key).toString('base64') })}\n`;

export interface Signature {
  readonly key: string;
  readonly signature: string;
}
const KEY_TEXT = /^[A-Za-z0-9+/]{43}=$/;
const SIGNATURE_TEXT = /^[A-Za-z0-9+/]{86}==$/;
/** Reads `module.sig`; undefined for anything else. */
export function parseSignature(value: unknown): Signature | undefined {
  if (!isObject(value)) return undefined;
  const { key, signature } = value;
  if (typeof key !== 'string' || typeof signature !== 'string') return undefined;
  return KEY_TEXT.test(key) && SIGNATURE_TEXT.test(signature) ? { key, signature } : undefined;
}

export function verifySignature(manifest: ModuleManifest, { key, signature }: Signature): boolean {
  return verify(null, signedText(manifest), getPublicKey(key), Buffer.from(signature, 'base64'));
}
