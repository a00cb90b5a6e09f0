/** Packs a folder as a signed package: the manifest that a person wrote, with the digests of all files. The same folder gives the same bytes. */
import { lstatSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { zipSync, type Zippable } from 'fflate';
import { isPackagePath, manifestSourceProblems, type ManifestSource, type ModuleManifest } from './manifest';
import { readPackage, sha256 } from './readPackage';
import { MANIFEST_FILE, publicKeyText, SIGNATURE_FILE, signManifest } from './signature';

export interface PackedModule {
  readonly manifest: ModuleManifest;
  readonly archive: Buffer;
}

/** Pictures and other compressed types are stored as they are. */
const isCompressed = (path: string): boolean => !path.endsWith('.json') && !path.endsWith('.sig');
/** Dates before 1980 do not exist in zip files; a fixed one keeps the bytes the same. */
const FIXED_TIME = new Date('2000-01-01T00:00:00');

function listFiles(folder: string): readonly string[] {
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
      throw new Error(`${path}: names of files are lower-case letters, digits, dots, hyphens and underscores`);
    if (!lstatSync(join(folder, path)).isFile()) throw new Error(`${path}: is no regular file`);
    files.set(path, readFileSync(join(folder, path)));
  }
  return files;
}

function readSource(bytes: Buffer | undefined): ManifestSource {
  if (bytes === undefined) throw new Error(`the folder has no ${MANIFEST_FILE}`);
  const source: unknown = JSON.parse(bytes.toString('utf8'));
  const problems = manifestSourceProblems(source);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return source as ManifestSource; // the guard checked its form
}

/** Packs and signs a folder. Throws with all problems when nobody could install the result. */
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
