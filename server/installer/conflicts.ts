/** Finds the conflicts of a package with the installation: missing requirements, and names that exist already. */
import type { Env } from '../../config/env';
import { canonicalJson } from '../../common/canonicalJson';
import { serializeEntity } from '../../common/definition/parseEntity';
import { entityToDesign } from '../../common/designer/entityToDesign';
import type { DesignProblem } from '../../common/designer/design';
import { designToEntity } from '../../common/designer/designToEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { parseInstalledParts } from '../../common/modules/moduleParts';
import type { BlockedReason, ModuleConflict } from '../../common/modules/review';
import type { Lang } from '../../common/lang';
import { fault } from '../../common/protocol/faults';
import { isReservedSitePath } from '../../common/site/sitePaths';
import { satisfiesRange } from './package/versions';
import { introspectSchema } from '../db/schema/introspect';
import { describeProblems } from '../designer/describeProblems';
import { findDesignProblems } from '../designer/previewDesign';
import { CODE_OPTIONS } from '../designer/sources/tableSource';
import { listRuleNames } from '../designer/menuPermissions';
import type { Services, Tx } from '../context';
import { closedPermissions } from './hooks/openEntities';
import { MENU_LAYOUT } from '../modules/bootstrap/menuLayout';
import { placeholders } from '../platform/database/sql';
import { canInstallDependencies, listDependencies } from './package/installedDependencies';
import type { ModulePackage } from './package/modulePackage';
import { listAssets, loadPackage } from './package/packageStore';
import { folderRuleName } from './menuFolder';
import { listModules, listNeeding, type StoredModule } from './moduleRow';

export interface InstallerDeps {
  readonly services: Services;
  readonly registry: RuntimeRegistry;
  /** The version of the product. */
  readonly version: string;
}

/** The registry as it will be: with the entities of a package, without those that leave. */
export function registryWith(
  registry: RuntimeRegistry,
  added: readonly AnyEntity[],
  removed: ReadonlySet<string> = new Set(),
): RuntimeRegistry {
  const replaced = new Set([...removed, ...added.map(({ name }) => name)]);
  const designed = [...registry.designed().filter(({ name }) => !replaced.has(name)), ...added];
  const byName = new Map(designed.map((entity) => [entity.name, entity]));
  return {
    builtIn: registry.builtIn,
    all: [...registry.builtIn.all, ...designed],
    designed: () => designed,
    get: (name) => registry.builtIn.get(name) ?? byName.get(name),
    replaceDesigned: registry.replaceDesigned,
  };
}

export interface Findings {
  readonly blocked: readonly BlockedReason[];
  readonly conflicts: readonly ModuleConflict[];
}

/** The label of an entity in both languages. */
export const getEntityLabel = ({ spec: { labels } }: AnyEntity) => ({
  en: labels.en.$many,
  'zh-cn': labels['zh-cn'].$many,
});

/** Finds blocking problems (such as missing dependencies) and conflicts that need a decision. */
export async function findConflicts(
  deps: InstallerDeps,
  stored: StoredModule,
  incoming: ModulePackage,
): Promise<Findings> {
  const { db } = deps.services;
  const modules = await listModules(db);
  const tables = new Set((await introspectSchema(db, db.dialect)).map(({ name }) => name));
  const own = new Set(stored.entities);
  const foreign = incoming.entities.filter(({ name }) => !own.has(name));
  const { registry } = deps;
  const isDesigned = (name: string) => registry.designed().some((entity) => entity.name === name);
  const blocked = [
    ...missingRequirements(deps.version, incoming, modules),
    ...brokenRequirements(stored, incoming, modules),
    ...forbiddenDependencies(deps.services.env, incoming),
    ...closedPermissions(incoming.manifest.permissions, registryWith(deps.registry, incoming.entities)),
    ...foreign.flatMap(({ name }) => takenName(name, { registry, tables, modules, isDesigned })),
    ...takenParts(stored, incoming, modules),
    ...incoming.entities.flatMap((entity) => definitionProblems(entity, incoming, registry)),
  ];
  const conflicts = [
    ...registry
      .designed()
      .filter((entity) => foreign.some(({ name }) => name === entity.name))
      .map((entity) => ({ ...conflict('entity', entity.name), label: getEntityLabel(entity) })),
    ...(await menuConflicts(
      db,
      foreign.filter(({ name }) => !isDesigned(name)),
    )),
    ...(await folderConflicts(db, stored, incoming)),
    ...(await archiveConflicts(
      db,
      foreign.filter(({ name }) => !tables.has(name)),
    )),
    ...(stored.packageDigest === '' ? await fileConflicts(deps.services, incoming) : []),
  ];
  return { blocked, conflicts };
}

const conflict = (kind: ModuleConflict['kind'], subject: string, count = 0): ModuleConflict => ({
  key: `${kind}:${subject}`,
  kind,
  subject,
  count,
});

function missingRequirements(
  version: string,
  { manifest: { requires } }: ModulePackage,
  modules: readonly StoredModule[],
): readonly BlockedReason[] {
  return [
    ...(satisfiesRange(version, requires.atrium)
      ? []
      : [{ code: 'product_version' as const, subject: requires.atrium, detail: version }]),
    ...missingModules(requires.modules, modules).map(([uid, range]): BlockedReason => ({
      code: 'module_missing',
      subject: uid,
      detail: range,
    })),
  ];
}

/** The requirements (uid and range) that no active module meets. */
export function missingModules(
  requires: Readonly<Record<string, string>>,
  modules: readonly StoredModule[],
): readonly (readonly [uid: string, range: string])[] {
  const found = (uid: string) =>
    modules.find((module) => module.uid === uid && ['installed', 'update'].includes(module.state))?.version ?? '';
  return Object.entries(requires).filter(([uid, range]) => !satisfiesRange(found(uid), range));
}

/** Modules in use that need another version of this one. */
function brokenRequirements(
  { uid }: StoredModule,
  { manifest: { version } }: ModulePackage,
  modules: readonly StoredModule[],
): readonly BlockedReason[] {
  return listNeeding(modules, uid).flatMap(({ uid: subject, requires }): readonly BlockedReason[] => {
    const range = requires[uid] ?? '';
    return satisfiesRange(version, range) ? [] : [{ code: 'needed_version', subject, detail: `${uid} ${range}` }];
  });
}

function forbiddenDependencies(env: Env, { manifest: { dependencies = {} } }: ModulePackage): readonly BlockedReason[] {
  if (Object.keys(dependencies).length === 0 || canInstallDependencies(env)) return [];
  return [{ code: 'dependencies_off', subject: listDependencies(dependencies), detail: '' }];
}

interface Names {
  readonly registry: RuntimeRegistry;
  readonly tables: ReadonlySet<string>;
  readonly modules: readonly StoredModule[];
  readonly isDesigned: (name: string) => boolean;
}
function takenName(name: string, { registry, tables, modules, isDesigned }: Names): readonly BlockedReason[] {
  const owner = modules.find(({ entities }) => entities.includes(name));
  if (owner !== undefined) return [{ code: 'of_module', subject: name, detail: owner.uid }];
  if (registry.builtIn.get(name) !== undefined) return [{ code: 'name_taken', subject: name, detail: '' }];
  return tables.has(name) && !isDesigned(name) ? [{ code: 'table_exists', subject: name, detail: '' }] : [];
}

/** A folder of the product, and addresses of the public site that something else has. */
function takenParts(
  stored: StoredModule,
  { folder, pages }: ModulePackage,
  modules: readonly StoredModule[],
): readonly BlockedReason[] {
  const others = modules.filter(({ id }) => id !== stored.id);
  const taken = new Set(others.flatMap(({ row }) => parseInstalledParts(row['parts']).pages.map(({ path }) => path)));
  return [
    ...(folder !== undefined && MENU_LAYOUT.some(({ group }) => group === folder.name)
      ? [{ code: 'name_taken' as const, subject: folderRuleName(folder.name), detail: '' }]
      : []),
    ...pages.flatMap(({ path }): readonly BlockedReason[] =>
      isReservedSitePath(path) || taken.has(path) ? [{ code: 'page_taken', subject: path, detail: '' }] : [],
    ),
  ];
}

/** A module may define what the designer could have designed, and nothing beyond. */
function definitionProblems(
  entity: AnyEntity,
  { entities, folder }: ModulePackage,
  current: RuntimeRegistry,
): readonly BlockedReason[] {
  const registry = registryWith(current, entities);
  const design = entityToDesign(entity);
  const serialized = serializeEntity(entity);
  // The write path itself gives rows their public id.
  const options = Object.keys(entity.spec).filter((name) => name !== 'publicId' && CODE_OPTIONS.includes(name));
  const found = findDesignProblems(design, registry, folder && [folder.name]).slice(0, 5);
  const problems = [...options, ...found.map(({ code, field = '' }) => `${field} ${code}`.trim())];
  if (problems.length === 0 && canonicalJson(serializeEntity(designToEntity(design))) !== canonicalJson(serialized))
    problems.push('not_designable');
  return problems.length === 0
    ? []
    : [
        {
          code: 'definition',
          subject: entity.name,
          detail: problems.slice(0, 5).join(', '),
          text: { en: describeDefinition('en', options, found), 'zh-cn': describeDefinition('zh-cn', options, found) },
        },
      ];
}

/** The problems of a definition as sentences. */
function describeDefinition(lang: Lang, options: readonly string[], found: readonly DesignProblem[]): string {
  const beyond = { en: 'The designer can’t make it.', 'zh-cn': '设计器无法生成该定义。' }[lang];
  const named = {
    en: `The designer doesn’t offer ${options.join(', ')}.`,
    'zh-cn': `设计器不提供 ${options.join('、')}。`,
  };
  if (options.length === 0 && found.length === 0) return beyond;
  const texts = [options.length > 0 ? named[lang] : '', describeProblems(lang, found)];
  return texts.filter((text) => text !== '').join(lang === 'en' ? ' ' : '');
}

async function menuConflicts(
  reader: Pick<Tx, 'rows'>,
  entities: readonly AnyEntity[],
): Promise<readonly ModuleConflict[]> {
  const names = entities.flatMap(listRuleNames);
  if (names.length === 0) return [];
  const rows = await reader.rows<{ readonly name: string }>(
    `SELECT name FROM \`menu_rule\` WHERE delete_time IS NULL AND name IN (${placeholders(names.length)}) ORDER BY id`,
    names,
  );
  return rows.map(({ name }) => conflict('menu', name));
}

/** A folder of the same name that is not the module's own. */
async function folderConflicts(
  reader: Pick<Tx, 'rows'>,
  { row }: StoredModule,
  { folder }: ModulePackage,
): Promise<readonly ModuleConflict[]> {
  if (folder === undefined) return [];
  const rows = await reader.rows<{ readonly id: number }>(
    'SELECT id FROM `menu_rule` WHERE delete_time IS NULL AND name = ?',
    [folderRuleName(folder.name)],
  );
  const own = parseInstalledParts(row['parts']).folderRule;
  return rows.filter(({ id }) => Number(id) !== own).map(() => conflict('folder', folder.name));
}

/** The newest record of a table, if it withdrew the definition and archived the rows; those of jobs that were undone do not count. */
export async function findArchive(
  reader: Pick<Tx, 'rows'>,
  table: string,
): Promise<{ readonly recordId: number; readonly count: number } | undefined> {
  const [row] = await reader.rows<{ readonly record_id: number; readonly count: number }>(
    'SELECT record_id, COUNT(*) AS count FROM `archived_row` WHERE ent = ? AND record_id = (SELECT MAX(id) FROM `crud_record` ' +
      "WHERE table_name = ? AND source = 'designer' AND status = 'delete' AND (job_id IS NULL OR job_id NOT IN " +
      "(SELECT id FROM `job` WHERE status IN ('failed', 'cancelled')))) GROUP BY record_id",
    [table, table],
  );
  return row && { recordId: Number(row.record_id), count: Number(row.count) };
}

/** Whether an archived row of a table has a value in a column. Archives hold compact JSON, in which texts have escaped quotes. */
export async function hasArchivedValue(reader: Pick<Tx, 'rows'>, table: string, column: string): Promise<boolean> {
  const archive = await findArchive(reader, table);
  if (archive === undefined) return false;
  const rows = await reader.rows(
    'SELECT 1 FROM `archived_row` WHERE record_id = ? AND data LIKE ? AND data NOT LIKE ? LIMIT 1',
    [archive.recordId, `%"${column}":%`, `%"${column}":null%`],
  );
  return rows.length > 0;
}

async function archiveConflicts(
  reader: Pick<Tx, 'rows'>,
  entities: readonly AnyEntity[],
): Promise<readonly ModuleConflict[]> {
  const found: ModuleConflict[] = [];
  for (const { name } of entities) {
    const archive = await findArchive(reader, name);
    if (archive !== undefined) found.push(conflict('archive', name, archive.count));
  }
  return found;
}

async function fileConflicts(
  { env }: Services,
  { manifest: { uid }, assets }: ModulePackage,
): Promise<readonly ModuleConflict[]> {
  const existing = await listAssets(env, uid);
  return existing.filter((path) => assets.has(path)).map((path) => conflict('file', path));
}

/** The package that waits to be installed. Errors: `module.none_waits`, `module.package_gone`, and those of `readPackage`. */
export const loadAvailable = async (
  { services }: Pick<InstallerDeps, 'services'>,
  stored: StoredModule,
): Promise<ModulePackage> => {
  if (stored.availableDigest === '') throw fault('module.none_waits');
  return loadPackage(services.env, stored.availableDigest);
};
