/** Secrets among the settings, at rest: each bound to the name of its item, so that none can stand in for another. */
import { open, seal } from './keys';

const PURPOSE = 'config';
const placeOf = (name: string) => `config|${name}|sealed`;

export const sealSecret = (keys: readonly string[], name: string, secret: string): string =>
  seal(keys, PURPOSE, placeOf(name), secret);
/** Undefined: sealed under keys this installation does not have. */
export const openSecret = (keys: readonly string[], name: string, sealed: string): string | undefined =>
  open(keys, PURPOSE, placeOf(name), sealed);
