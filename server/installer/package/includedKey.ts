/**
 * The key pair with which this installation signs the modules that come with the product. It is made at its first use, is valid here only,
 * and for these modules only; it never lets code run.
 */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { isObject } from '../../../common/json';
import type { Env } from '../../../config/env';
import type { TrustedSigner } from './readPackage';
import { createSigningKey, publicKeyText, readSigningKey } from './signature';

type KeyEnv = Pick<Env, 'dataDir'>;

/** The modules that come with the product: folders of `config/modules`. */
export const INCLUDED_MODULES = ['faq', 'guest-book', 'dashboard-pack'] as const;
export type IncludedModule = (typeof INCLUDED_MODULES)[number];

const SIGNER_NAME = 'Atrium';
const keyFile = ({ dataDir }: KeyEnv): string => join(dataDir, 'included-modules.pem');

function readKey(env: KeyEnv): KeyObject | undefined {
  try {
    return readSigningKey(readFileSync(keyFile(env), 'utf8'));
  } catch (error) {
    if (isObject(error) && error['code'] === 'ENOENT') return undefined;
    throw error;
  }
}

/** The key of this installation, made if there is none. Of nodes that make one at the same time, the first one wins. */
export async function openIncludedKey(env: KeyEnv): Promise<KeyObject> {
  const stored = readKey(env);
  if (stored !== undefined) return stored;
  await mkdir(env.dataDir, { recursive: true });
  const { privateKey } = createSigningKey();
  await writeFile(keyFile(env), privateKey, { flag: 'wx', mode: 0o600, flush: true }).catch((error: unknown) => {
    if (!isObject(error) || error['code'] !== 'EEXIST') throw error;
  });
  return readKey(env) ?? readSigningKey(privateKey);
}

const toSigner = (key: KeyObject): TrustedSigner => ({
  name: SIGNER_NAME,
  key: publicKeyText(key),
  runsCode: false,
  modules: INCLUDED_MODULES,
});

/** This installation as the signer of included modules; none before it signed one. */
export function includedSigners(env: KeyEnv): readonly TrustedSigner[] {
  const key = readKey(env);
  return key === undefined ? [] : [toSigner(key)];
}
