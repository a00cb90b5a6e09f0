/** Writes what the commands for modules make: packages and signing keys. Relative paths belong to the folder of the person. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { packModule, readKeyFile } from './packModule';
import { createSigningKey } from './signature';

interface PackagePaths {
  /** The folder in which the person typed the command. */
  readonly from: string;
  readonly folder: string;
  readonly keyFile: string;
}

/** Packs and signs `folder` into `<uid>-<version>.zip` in the folder of the person; returns what to print. Throws what `packModule` throws. */
export function writePackage({ from, folder, keyFile }: PackagePaths): string {
  const { manifest, archive } = packModule(resolve(from, folder), readKeyFile(resolve(from, keyFile)));
  const path = resolve(from, `${manifest.uid}-${manifest.version}.zip`);
  writeFileSync(path, archive);
  return `${path}: ${manifest.files.length} files, ${archive.length} bytes, signed.`;
}

/** Writes a new private key, never over an existing file; returns what to print, with the public key. */
export function writeKeyFile({ from, file }: { readonly from: string; readonly file: string }): string {
  const { privateKey, publicKey } = createSigningKey();
  const path = resolve(from, file);
  writeFileSync(path, privateKey, { mode: 0o600, flag: 'wx' });
  return `The private key is in ${path}: keep it secret. Installations trust it by the variable\nMODULE_SIGNERS=name:${publicKey}`;
}
