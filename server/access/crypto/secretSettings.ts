/** Secrets among the settings, at rest: each bound to the name of its item, so that none can stand in for another. */
import { decrypt, encrypt } from './crypto';

const PURPOSE = 'config';
const aadOf = (name: string) => `config|${name}|sealed`;

export const encryptSetting = (keys: readonly string[], name: string, secret: string): string =>
  encrypt(keys, PURPOSE, aadOf(name), secret);
/** Undefined: sealed under keys this installation does not have. */
export const decryptSetting = (keys: readonly string[], name: string, encrypted: string): string | undefined =>
  decrypt(keys, PURPOSE, aadOf(name), encrypted);
