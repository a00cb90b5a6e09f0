/** Secrets of apps: computed from their row and the keys of the installation, so that no table holds anything that could be used. */
import { hmacs } from '../crypto/crypto';

/** The secret of an app, as staff gets to see it once. */
export function deriveAppSecret(keys: readonly string[], id: number, salt: string): string {
  const [secret] = hmacs(keys, 'app_secret', `${id}.${salt}`);
  if (secret === undefined) throw new Error('there is no key to make a secret with');
  return secret;
}
