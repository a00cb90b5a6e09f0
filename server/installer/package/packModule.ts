/** Packs a folder as a signed package: the manifest that a person wrote, with the digests of all files. The same folder gives the same bytes. */
import { lstatSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { zipSync, type Zippable } from 'fflate';
import { isPackagePath, manifestSourceProblems, type ManifestSource, type ModuleManifest } from './manifest';
import { PackError } from './PackError';
import { readPackage, sha256 } from './readPackage';
import { MANIFEST_FILE, publicKeyText, readSigningKey, SIGNATURE_FILE, signManifest } from './signature';

export interface PackedModule {
  readonly manifest: ModuleManifest;
  readonly archive: Buffer;
}

/** Images and other compressed types are stored as they are. */
const isCompressed = (path: string): boolean => !path.endsWith('.json') && !path.endsWith('.sig');
/** Dates before 1980 do not exist in zip files; a fixed one keeps the bytes the same. */
const FIXED_TIME = new Date('2000-01-01T00:00:00');

function listFiles(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new PackError(`The folder ${folder} doesn’t exist.`);
  const entries: readonly Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const path of listFiles(folder)) {
    if (!isPackagePath(path))
      throw new PackError(
        `${path}: File names can contain lowercase letters, digits, dots, hyphens and underscores only.`,
      );
    if (!lstatSync(join(folder, path)).isFile()) throw new PackError(`${path} isn’t a regular file.`);
    files.set(path, readFileSync(join(folder, path)));
  }
  return files;
}

function parseManifestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PackError(`${MANIFEST_FILE} isn’t valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function readSource(bytes: Buffer | undefined): ManifestSource {
  if (bytes === undefined) throw new PackError(`The folder has no ${MANIFEST_FILE}.`);
  const source = parseManifestJson(bytes.toString('utf8'));
  const problems = manifestSourceProblems(source);
  if (problems.length > 0) throw new PackError(problems.join('\n'));
  return source as ManifestSource; // the guard checked its form
}

/** Reads the private key that signs packages. Throws `PackError`. */
export function readKeyFile(path: string): KeyObject {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new PackError(`The key file ${path} doesn’t exist.`);
  try {
    return readSigningKey(readFileSync(path, 'utf8'));
  } catch {
    throw new PackError(`${path} isn’t an Ed25519 private key.`);
  }
}

/** Packs and signs a folder. Throws `PackError`, or the faults of `readPackage` with all problems when nobody could install the result. */
export function packModule(folder: string, key: KeyObject): PackedModule {
  const files = readFiles(folder);
  const contents = [...files].filter(([path]) => path !== MANIFEST_FILE && path !== SIGNATURE_FILE);
  const manifest: ModuleManifest = {
    ...readSource(files.get(MANIFEST_FILE)),
    files: contents.map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
  };
  const entries = [
    [MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    [SIGNATURE_FILE, Buffer.from(signManifest(manifest, key))],
    ...contents,
  ] as const;
  const zippable: Zippable = Object.fromEntries(
    entries.map(([path, bytes]) => [path, [bytes, { level: isCompressed(path) ? 0 : 9 }]]),
  );
  const archive = Buffer.from(zipSync(zippable, { mtime: FIXED_TIME }));
  readPackage(archive, [{ name: 'self', key: publicKeyText(key), runsCode: true }]);
  return { manifest, archive };
}
