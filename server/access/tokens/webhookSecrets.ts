/**
 * Signs webhook deliveries, so that receivers can verify the signature. Each secret is an HMAC of its row under the application keys: the
 * database contains no usable secret.
 */
import { createHmac } from 'node:crypto';
import { webhookSigningInput } from '../../../common/protocol/webhookEvents';
import { computeHmacs } from '../crypto/crypto';

/** The secret of a webhook. Throws without an application key. */
export function deriveWebhookSecret(keys: readonly string[], id: number, salt: string): string {
  const [secret] = computeHmacs(keys, 'webhook_secret', `${id}.${salt}`);
  if (secret === undefined) throw new Error('there is no application key to compute a secret with');
  return secret;
}

/** The signature of a delivery: HMAC-SHA-256 of time and body, in hexadecimal. */
export const signDelivery = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(webhookSigningInput(time, body)).digest('hex');
