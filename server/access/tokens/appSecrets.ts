/** Secrets of apps: each is an HMAC of its row under the application keys, so that the database contains no usable secret. */
import { computeHmacs } from '../crypto/crypto';

/** The secret of an app. Throws without an application key. */
export function deriveAppSecret(keys: readonly string[], id: number, salt: string): string {
  const [secret] = computeHmacs(keys, 'app_secret', `${id}.${salt}`);
  if (secret === undefined) throw new Error('there is no application key to compute a secret with');
  return secret;
}
