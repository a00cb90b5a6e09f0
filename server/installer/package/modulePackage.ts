/** A parsed module package: entity definitions in dependency order, seed rows, assets and code. */
import { readEntity as readDefinition } from '../../../common/definition/parseEntity';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { isObject } from '../../../common/json';
import type { LocalizedText } from '../../../common/modules/review';
import type { ModuleManifest } from './manifest';
import { PACKAGE_LIMITS } from './manifest';
import { definitionText, packageProblem } from './packageProblem';
import { PART_FILES, readPackageParts, type PackageParts } from './packageParts';
import { isInlineType } from '../../modules/upload/storedFileServer';

/** Rows that are written once, when their entity is created. */
export interface SeedRows {
  readonly entity: string;
  readonly rows: readonly {
    /** The name by which later rows refer to this one. */
    readonly key: string;
    readonly values: Readonly<Record<string, Json>>;
  }[];
}

export interface ModulePackage extends PackageParts {
  readonly manifest: ModuleManifest;
  /** The name of the trusted signer. */
  readonly signer: string;
  /** SHA-256 of the archive. */
  readonly digest: string;
  readonly entities: readonly AnyEntity[];
  readonly seeds: readonly SeedRows[];
  /** Files that visitors can open, by their path below `assets/`. */
  readonly assets: ReadonlyMap<string, Buffer>;
  /** Programs by their path: the hooks that run on the server, and screens that run in the browsers of staff. */
  readonly code: ReadonlyMap<string, string>;
}
export type PackageContents = PackageParts & Pick<ModulePackage, 'entities' | 'seeds' | 'assets' | 'code'>;

const SCREEN_FOLDER = 'screens/';
/** The program that runs on the server. */
export const HOOKS_FILE = 'server/hooks.mjs';
/** Whether a path is that of a screen. */
export const isScreenFile = (path: string): boolean => path.startsWith(SCREEN_FOLDER) && path.endsWith('.mjs');

const ENTITY_FOLDER = 'entities/';
const ASSET_FOLDER = 'assets/';
const SEED_FILE = 'seeds.json';
const MAX_SEED_ROWS = 1000;

function parseJsonFile(path: string, bytes: Buffer, problems: LocalizedText[]): unknown {
  if (bytes.length > PACKAGE_LIMITS.jsonBytes) problems.push(packageProblem('file_too_large', path));
  else
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      problems.push(packageProblem('not_json', path));
    }
  return undefined;
}

function readEntity(path: string, bytes: Buffer, problems: LocalizedText[]): AnyEntity | undefined {
  const value = parseJsonFile(path, bytes, problems);
  if (value === undefined) return undefined;
  const parsed = readDefinition(value);
  if ('problems' in parsed) {
    problems.push(...parsed.problems.map((problem) => definitionText(problem, path)));
    return undefined;
  }
  const { entity } = parsed;
  if (path !== `${ENTITY_FOLDER}${entity.name}.json`)
    problems.push(packageProblem('entity_name', path, { name: entity.name }));
  return entity;
}

const referredBy = ({ spec }: AnyEntity): readonly string[] =>
  Object.values(spec.fields).flatMap(({ options: { to } }) => (typeof to === 'string' ? [to] : []));

/** Entities after those that they refer to. A circle of several entities is a problem. */
function inOrder(entities: readonly AnyEntity[], problems: LocalizedText[]): readonly AnyEntity[] {
  const ordered: AnyEntity[] = [];
  let waiting = entities;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter((entity) =>
      referredBy(entity).every((name) => name === entity.name || !names.has(name)),
    );
    if (ready.length === 0) {
      problems.push(packageProblem('circle', '', { name: [...names].join(', ') }));
      return [...ordered, ...waiting];
    }
    ordered.push(...ready);
    waiting = waiting.filter((entity) => !ready.includes(entity));
  }
  return ordered;
}

const isSeedKey = (key: unknown): key is string => typeof key === 'string' && /^[a-z0-9_-]{0,60}$/.test(key);

function parseSeedRow(value: unknown, path: string, problems: LocalizedText[]): SeedRows['rows'][number] | undefined {
  const { key = '', values } = isObject(value) ? value : {};
  if (isSeedKey(key) && isObject(values)) return { key, values: values as Readonly<Record<string, Json>> }; // parsed JSON
  problems.push(packageProblem('seed_row', path));
  return undefined;
}

/** A reference to another seed row (`{ "$seed": "key" }`) or to an asset (`{ "$asset": "path" }`). */
export function seedReference(value: Json | undefined, kind: '$seed' | '$asset'): string | undefined {
  const target: unknown = isObject(value) && Object.keys(value).length === 1 ? value[kind] : undefined;
  return typeof target === 'string' ? target : undefined;
}

interface SeedScope {
  readonly entities: readonly AnyEntity[];
  readonly assets: ReadonlyMap<string, Buffer>;
  readonly keys: Set<string>;
  readonly problems: LocalizedText[];
}
function checkSeedValues(
  values: Readonly<Record<string, Json>>,
  path: string,
  entity: AnyEntity,
  scope: SeedScope,
): void {
  for (const [field, value] of Object.entries(values)) {
    if (!Object.hasOwn(entity.spec.fields, field))
      scope.problems.push(packageProblem('seed_field', path, { entity: entity.name, name: field }));
    const [key, asset] = [seedReference(value, '$seed'), seedReference(value, '$asset')];
    if (key !== undefined && !scope.keys.has(key))
      scope.problems.push(packageProblem('seed_key_missing', path, { name: key }));
    if (asset !== undefined && !scope.assets.has(asset))
      scope.problems.push(packageProblem('seed_asset', path, { name: asset }));
  }
}

function parseSeedGroup(value: unknown, index: number, scope: SeedScope): SeedRows | undefined {
  const path = `${SEED_FILE}.${index}`;
  const [name, rows] = isObject(value) ? [value['entity'], value['rows']] : [];
  const entity = scope.entities.find((candidate) => candidate.name === name);
  if (entity === undefined || !Array.isArray(rows) || rows.length > MAX_SEED_ROWS) {
    scope.problems.push(packageProblem('seed_group', path, { max: MAX_SEED_ROWS }));
    return undefined;
  }
  const parsed = rows.map((row: unknown, position) => parseSeedRow(row, `${path}.${position}`, scope.problems));
  for (const [position, row] of parsed.entries()) {
    if (row === undefined) continue;
    checkSeedValues(row.values, `${path}.${position}`, entity, scope);
    if (scope.keys.has(row.key))
      scope.problems.push(packageProblem('key_twice', `${path}.${position}`, { name: row.key }));
    if (row.key !== '') scope.keys.add(row.key);
  }
  return { entity: entity.name, rows: parsed.filter((row) => row !== undefined) };
}

function readSeeds(bytes: Buffer | undefined, scope: SeedScope): readonly SeedRows[] {
  const value = bytes === undefined ? [] : (parseJsonFile(SEED_FILE, bytes, scope.problems) ?? []);
  if (!Array.isArray(value)) {
    scope.problems.push(packageProblem('no_list', SEED_FILE));
    return [];
  }
  return value
    .map((group: unknown, index) => parseSeedGroup(group, index, scope))
    .filter((group) => group !== undefined);
}

function readCode(path: string, bytes: Buffer, problems: LocalizedText[]): string {
  if (bytes.length > PACKAGE_LIMITS.codeBytes) problems.push(packageProblem('file_too_large', path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    problems.push(packageProblem('no_text', path));
    return '';
  }
}

/** Reads the files of a package other than manifest and signature. Files that are none of its parts are problems. */
export function readContents(
  files: ReadonlyMap<string, Buffer>,
): { readonly contents: PackageContents } | { readonly problems: readonly LocalizedText[] } {
  const problems: LocalizedText[] = [];
  const entities: AnyEntity[] = [];
  const assets = new Map<string, Buffer>();
  const code = new Map<string, string>();
  const parts = new Map<string, unknown>();
  for (const [path, bytes] of files) {
    if (path.startsWith(ENTITY_FOLDER)) {
      const entity = readEntity(path, bytes, problems);
      if (entity !== undefined) entities.push(entity);
    } else if (path.startsWith(ASSET_FOLDER)) {
      if (!isInlineType(path.slice(path.lastIndexOf('.')))) problems.push(packageProblem('asset_kind', path));
      assets.set(path.slice(ASSET_FOLDER.length), bytes);
    } else if (path === HOOKS_FILE || isScreenFile(path)) code.set(path, readCode(path, bytes, problems));
    else if (PART_FILES.includes(path)) parts.set(path, parseJsonFile(path, bytes, problems));
    else if (path !== SEED_FILE) problems.push(packageProblem('no_part', path));
  }
  const ordered = inOrder(entities, problems);
  const seeds = readSeeds(files.get(SEED_FILE), { entities: ordered, assets, keys: new Set(), problems });
  const packageParts = readPackageParts(parts, ordered, problems);
  return problems.length > 0 ? { problems } : { contents: { entities: ordered, seeds, assets, code, ...packageParts } };
}
