/** Encrypted settings: the AAD is the name of the item, so that one value cannot replace another. */
import { decrypt, encrypt } from './crypto';

const PURPOSE = 'config';
const getAad = (name: string) => `config|${name}|sealed`;

export const encryptSetting = (keys: readonly string[], name: string, secret: string): string =>
  encrypt(keys, PURPOSE, getAad(name), secret);
/** Undefined when no application key decrypts it. */
export const decryptSetting = (keys: readonly string[], name: string, encrypted: string): string | undefined =>
  decrypt(keys, PURPOSE, getAad(name), encrypted);
