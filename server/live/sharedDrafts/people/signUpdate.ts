/**
 * Signatures of the updates that a server relays. After a lost server an editor sends back what it got from others, which its own text may follow;
 * the signature shows that the update is what its author wrote.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs an update of the draft with this key and epoch. */
export type SignUpdate = (draft: { readonly key: string; readonly epoch: string }, update: Uint8Array) => string;

const SIGNATURE_BYTES = 16;

/** Every node with the same keys makes the same signatures. */
export function createUpdateSigner(appKey: string): SignUpdate {
  const secret = Buffer.from(hkdfSync('sha256', appKey, '', 'atrium draft update', 32));
  return ({ key, epoch }, update) =>
    createHmac('sha256', secret)
      .update(`${key} ${epoch} `)
      .update(update)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
}

/** Whether a client shows the signature that the server made. */
export function hasSignature(expected: string, shown: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(shown)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
