/**
 * Reads and verifies an uploaded module package (plugin package): archive, signature, digests (checksums), contents. Stores nothing
 * unless all of it is valid.
 */
import { createHash } from 'node:crypto';
import type { LocalizedText } from '../../../common/modules/review';
import { fault } from '../../../common/protocol/faults';
import { neededPermissions, PACKAGE_LIMITS, parseManifest, type ModuleManifest } from './manifest';
import { parseBody } from '../../platform/http/readBody';
import { HOOKS_FILE, isScreenFile, readContents, type ModulePackage, type PackageContents } from './modulePackage';
import { packageProblem } from './packageProblem';
import { verifySignature, MANIFEST_FILE, parseSignature, SIGNATURE_FILE } from './signature';
import { ArchiveError, readZip } from './zipArchive';

/** A key that the operator trusts. */
export interface TrustedSigner {
  readonly name: string;
  /** Public key in base64. */
  readonly key: string;
  /** Whether programs in packages of this signer can run. */
  readonly runsCode: boolean;
  /** The modules that the key may sign; default: all. */
  readonly modules?: readonly string[];
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const PROBLEMS_IN_SENTENCE = 5;
const joinTexts = (texts: readonly LocalizedText[], separator: LocalizedText): LocalizedText => ({
  en: texts.map(({ en }) => en).join(separator.en),
  'zh-cn': texts.map(({ 'zh-cn': chinese }) => chinese).join(separator['zh-cn']),
});
const COMMA = { en: ', ', 'zh-cn': '，' };
const SEMICOLON = { en: '; ', 'zh-cn': '；' };

const invalid = (problems: readonly LocalizedText[]) =>
  fault(
    'module.invalid',
    { problems: joinTexts(problems.slice(0, PROBLEMS_IN_SENTENCE), SEMICOLON) },
    { data: { problems } },
  );

function unzip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  try {
    return readZip(bytes);
  } catch (error) {
    if (error instanceof ArchiveError) throw fault('module.archive', { reason: error.reason });
    throw error;
  }
}

/** Parses untrusted JSON: without keys that reach prototypes (prototype pollution), and not too deep. */
function readJson(files: ReadonlyMap<string, Buffer>, path: string): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw fault('module.archive', { reason: packageProblem('missing', path) });
  if (bytes.length > PACKAGE_LIMITS.manifestBytes)
    throw fault('module.archive', { reason: packageProblem('file_too_large', path) });
  try {
    return parseBody(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw fault('module.archive', { reason: packageProblem('not_json', path) });
  }
}

/** The manifest, if a trusted signer signed it. Errors: `module.archive`, `module.invalid`, `module.signer`, `module.signature`. */
function readManifest(files: ReadonlyMap<string, Buffer>, trusted: readonly TrustedSigner[]) {
  const parsed = parseManifest(readJson(files, MANIFEST_FILE));
  if ('problems' in parsed) throw invalid(parsed.problems);
  const signature = parseSignature(readJson(files, SIGNATURE_FILE));
  if (signature === undefined) throw fault('module.signature');
  const signer = trusted.find(
    ({ key, modules }) => key === signature.key && (modules === undefined || modules.includes(parsed.manifest.uid)),
  );
  if (signer === undefined) throw fault('module.signer', { key: signature.key });
  if (!verifySignature(parsed.manifest, signature)) throw fault('module.signature');
  return { manifest: parsed.manifest, signer };
}

/** The files of the package are exactly those that the manifest names, byte for byte. */
function assertDigests(files: ReadonlyMap<string, Buffer>, manifest: ModuleManifest): void {
  const named = new Set(manifest.files.map(({ path }) => path));
  const problems = [
    ...manifest.files.flatMap(({ path, size, sha256: digest }) => {
      const bytes = files.get(path);
      if (bytes === undefined) return [packageProblem('missing', path)];
      return bytes.length === size && sha256(bytes) === digest ? [] : [packageProblem('changed', path)];
    }),
    ...[...files.keys()].flatMap((path) => (named.has(path) ? [] : [packageProblem('not_in_manifest', path)])),
  ];
  if (problems.length > 0)
    throw fault('module.archive', { reason: joinTexts(problems.slice(0, PROBLEMS_IN_SENTENCE), COMMA) });
}

/** The manifest names the screens of the package, no more and no fewer. */
function assertScreens({ screens = [] }: ModuleManifest, { code }: PackageContents): void {
  const named = screens.map(({ name }) => `screens/${name}.mjs`);
  const problems = [
    ...named.filter((path) => !code.has(path)).map((path) => packageProblem('missing', path)),
    ...[...code.keys()]
      .filter((path) => isScreenFile(path) && !named.includes(path))
      .map((path) => packageProblem('screen_extra', path)),
    ...(new Set(named).size === named.length ? [] : [packageProblem('screen_twice')]),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/** Only hooks import npm packages. */
function assertDependencies({ dependencies = {} }: ModuleManifest, { code }: PackageContents): void {
  if (Object.keys(dependencies).length > 0 && !code.has(HOOKS_FILE))
    throw invalid([packageProblem('dependencies_unused', HOOKS_FILE)]);
}

function assertAsksForAll(
  manifest: ModuleManifest,
  { entities, seeds, assets, code, pages, dashboards }: PackageContents,
) {
  const needed = neededPermissions({
    entities,
    hasSeeds: seeds.length > 0,
    hasAssets: assets.size > 0,
    hasHooks: code.has(HOOKS_FILE),
    hasScreens: [...code.keys()].some(isScreenFile),
    hasMemberPages: pages.some(({ member }) => member !== undefined),
    hasPages: pages.length > 0,
    hasDashboards: dashboards.length > 0,
  });
  const missing = needed.filter((permission) => !manifest.permissions.includes(permission));
  if (missing.length > 0) throw invalid(missing.map((name) => packageProblem('permission_missing', '', { name })));
}

/**
 * Reads a package. Errors: `module.archive`, `module.signer`, `module.signature`, `module.code_signer`, and `module.invalid` for contents that break the rules or need
 * more than the manifest requests.
 */
export function readPackage(bytes: Buffer, trusted: readonly TrustedSigner[]): ModulePackage {
  const all = unzip(bytes);
  const { manifest, signer } = readManifest(all, trusted);
  const files = new Map([...all].filter(([path]) => path !== MANIFEST_FILE && path !== SIGNATURE_FILE));
  assertDigests(files, manifest);
  if (!signer.runsCode && [...files.keys()].some((path) => path === HOOKS_FILE || isScreenFile(path)))
    throw fault('module.code_signer', { signer: signer.name });
  const read = readContents(files);
  if ('problems' in read) throw invalid(read.problems);
  assertScreens(manifest, read.contents);
  assertDependencies(manifest, read.contents);
  assertAsksForAll(manifest, read.contents);
  return { manifest, signer: signer.name, digest: sha256(bytes), ...read.contents };
}
