/** The manifest of a module package, `module.json`: metadata, requirements, permissions, and the digest of every file. */
import {
  jsonGuard,
  listGuard,
  numberGuard,
  objectGuard,
  oneOfGuard,
  textGuard,
  type JsonGuard,
} from '../../../common/definition/jsonGuards';
import {
  definitionProblem,
  englishSentence,
  type DefinitionProblemCode,
} from '../../../common/definition/definitionProblem';
import type { AnyEntity } from '../../../common/entity/entity';
import { isObject } from '../../../common/json';
import { truncate } from '../../../common/text/normalize';
import { parsePermission, type ModulePermission } from '../../../common/modules/modulePermissions';
import { isScreenName, type ManifestScreen } from '../../../common/modules/moduleScreens';
import type { LocalizedText } from '../../../common/modules/review';
import { definitionText, packageProblem } from './packageProblem';
import { isVersion, isVersionRange } from './versions';

/** Bounds of a package. A package beyond one of them is refused before it is unpacked. */
export const PACKAGE_LIMITS = {
  /** Bytes of the archive. */
  archiveBytes: 20 * 1024 * 1024,
  files: 2000,
  /** Bytes of one unpacked file, and of all. */
  fileBytes: 10 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024,
  /** Unpacked bytes for each packed one, for files of more than `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 64 * 1024,
  manifestBytes: 512 * 1024,
  /** Bytes of one definition or of the seed rows. */
  jsonBytes: 2 * 1024 * 1024,
  /** Bytes of one program. */
  codeBytes: 256 * 1024,
} as const;

export interface ManifestFile {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
export interface ModuleManifest {
  readonly format: 1;
  readonly uid: string;
  readonly version: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly author: string;
  readonly requires: {
    /** Versions of the product. */
    readonly atrium: string;
    /** Versions of other modules by their uid. */
    readonly modules: Readonly<Record<string, string>>;
  };
  readonly permissions: readonly string[];
  /** npm packages that the hooks import: an exact version by name. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Screens of the console, each with its program in `screens/`. */
  readonly screens?: readonly ManifestScreen[];
  readonly files: readonly ManifestFile[];
}
/** The manifest in the source folder; `module:pack` adds `files`. */
export type ManifestSource = Omit<ModuleManifest, 'files'>;

/** Identifies a module; also the name of its folder of assets. */
export const isModuleUid = (text: string): boolean => /^[a-z][a-z0-9-]{1,39}$/.test(text);

/**
 * Paths in packages: lower-case ASCII without dots at the start of a name, so no two spellings name one file and none
 * leads out of the folder (path traversal).
 */
export const isPackagePath = (path: string): boolean =>
  path.length <= 200 && path.split('/').every((part) => /^[a-z0-9_][a-z0-9._-]{0,99}$/.test(part));

const matching =
  (isValid: (text: string) => boolean, code: DefinitionProblemCode): JsonGuard =>
  (value, path) =>
    typeof value === 'string' && isValid(value) ? [] : [definitionProblem(code, { path })];
const isPermission = (text: string): boolean => parsePermission(text) !== undefined;

const textsGuard = (max: number) => objectGuard({ en: textGuard(max), 'zh-cn': textGuard(max) });
const modulesGuard: JsonGuard = (value, path) =>
  isObject(value)
    ? Object.entries(value).flatMap(([uid, range]) => [
        ...(isModuleUid(uid) ? [] : [definitionProblem('module_uid', { path: `${path}.${truncate(uid, 60)}` })]),
        ...matching(isVersionRange, 'module_version_range')(range, `${path}.${uid}`),
      ])
    : [definitionProblem('json_object', { path })];
const screenGuard = objectGuard({
  name: matching(isScreenName, 'module_path'),
  title: textsGuard(50),
  icon: textGuard(40),
  menu: textGuard(40),
});
/** Names as npm has them. */
const isNpmName = (text: string): boolean =>
  text.length <= 100 && /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(text) && text !== 'node_modules';
const MAX_DEPENDENCIES = 20;
const dependenciesGuard: JsonGuard = (value, path) =>
  isObject(value) && Object.keys(value).length <= MAX_DEPENDENCIES
    ? Object.entries(value).flatMap(([name, version]) =>
        isNpmName(name) && typeof version === 'string' && isVersion(version)
          ? []
          : [definitionProblem('module_dependency', { path: `${path}.${truncate(name, 60)}` })],
      )
    : [definitionProblem('json_object', { path })];
const optionalKeys = { screens: listGuard(screenGuard, 20), dependencies: dependenciesGuard };
const sourceKeys = {
  format: oneOfGuard(1),
  uid: matching(isModuleUid, 'module_uid'),
  version: matching(isVersion, 'module_version'),
  title: textsGuard(60),
  description: textsGuard(500),
  author: textGuard(60),
  requires: objectGuard({ atrium: matching(isVersionRange, 'module_version_range'), modules: modulesGuard }),
  permissions: listGuard(matching(isPermission, 'module_permission'), 100),
};
const fileGuard = objectGuard({
  path: matching(isPackagePath, 'module_path'),
  size: numberGuard,
  sha256: matching((text) => /^[0-9a-f]{64}$/.test(text), 'module_digest'),
});
const manifestGuards: readonly JsonGuard[] = [
  jsonGuard,
  objectGuard({ ...sourceKeys, files: listGuard(fileGuard, PACKAGE_LIMITS.files) }, optionalKeys),
];
const sourceGuard = objectGuard(sourceKeys, optionalKeys);

/** Checks untrusted JSON. A file that is named twice is a problem. */
export function parseManifest(
  value: unknown,
): { readonly manifest: ModuleManifest } | { readonly problems: readonly LocalizedText[] } {
  const [problems = []] = manifestGuards.map((guard) => guard(value, 'module')).filter((found) => found.length > 0);
  if (problems.length > 0) return { problems: problems.map((problem) => definitionText(problem)) };
  const manifest = value as ModuleManifest; // the guards checked its form
  const paths = manifest.files.map(({ path }) => path);
  const duplicatePath = paths.find((path, index) => paths.indexOf(path) !== index);
  return duplicatePath === undefined ? { manifest } : { problems: [packageProblem('file_twice', duplicatePath)] };
}

/** Checks the manifest that a person wrote, before it is packed. */
export const manifestSourceProblems = (value: unknown): readonly string[] =>
  sourceGuard(value, 'module').map(englishSentence);

const AUDIENCES = ['member', 'guest'] as const;
function accessPermissions({ spec: { access } }: AnyEntity): readonly ModulePermission[] {
  return AUDIENCES.flatMap((audience) => {
    const granted = access[audience];
    if (granted === undefined) return [];
    const verbs = granted === 'crud' ? ['read', 'create'] : Object.keys(granted);
    return [
      ...(verbs.includes('read') ? [`${audience}_read` as const] : []),
      ...(verbs.some((verb) => verb !== 'read') ? [`${audience}_write` as const] : []),
    ];
  });
}

export interface PackageNeeds {
  readonly entities: readonly AnyEntity[];
  readonly hasSeeds: boolean;
  readonly hasAssets: boolean;
  readonly hasHooks: boolean;
  readonly hasScreens: boolean;
  readonly hasPages: boolean;
  readonly hasMemberPages: boolean;
  readonly hasDashboards: boolean;
}
/** The permissions that the parts of a package need: the manifest must request all of them. */
export function neededPermissions({ entities, ...has }: PackageNeeds): readonly string[] {
  const own = new Set(entities.map(({ name }) => name));
  const foreign = entities.flatMap(({ spec }) =>
    Object.values(spec.fields).flatMap(({ options: { to } }) => (typeof to === 'string' && !own.has(to) ? [to] : [])),
  );
  return [
    ...new Set([
      ...(entities.length > 0 ? ['entities'] : []),
      ...entities.flatMap(accessPermissions),
      ...foreign.map((name) => `refer:${name}`),
      ...(has.hasSeeds ? ['seeds'] : []),
      ...(has.hasAssets ? ['assets'] : []),
      ...(has.hasPages ? ['site_pages'] : []),
      ...(has.hasMemberPages ? ['member_pages'] : []),
      ...(has.hasDashboards ? ['dashboards'] : []),
      ...(has.hasHooks ? ['hooks'] : []),
      ...(has.hasScreens ? ['screens'] : []),
    ]),
  ];
}
