/** Reads and writes the rows of modules for the installer. */
import { module, MODULE_STATE } from '../../common/entities/module';
import type { Json } from '../../common/entity/field';
import { asOneOf, asStringList, asStringRecord, stringOrEmpty } from '../../common/json';
import type { LocalizedText } from '../../common/modules/review';
import type { ModuleManifest } from './package/manifest';
import type { Lang } from '../../common/lang';
import { entityLabels } from '../../common/locales/entityLabels';
import { fault, type Fault } from '../../common/protocol/faults';
import type { StoredRow } from '../../common/entity/columns';
import { selectRowsWhere } from '../engine/read/selectRowsWhere';
import type { Tx } from '../context';

type ModuleState = (typeof MODULE_STATE)[keyof typeof MODULE_STATE];
const STATES = Object.values(MODULE_STATE);

export interface StoredModule {
  readonly id: number;
  readonly uid: string;
  readonly version: string;
  readonly state: ModuleState;
  readonly availableVersion: string;
  readonly entities: readonly string[];
  readonly requires: Readonly<Record<string, string>>;
  readonly packageDigest: string;
  readonly availableDigest: string;
  readonly withdrawn: Json;
  /** The row with all columns. */
  readonly row: StoredRow;
}

const toModule = (row: StoredRow): StoredModule => ({
  id: Number(row['id']),
  uid: stringOrEmpty(row['uid']),
  version: stringOrEmpty(row['version']),
  state: asOneOf(row['state'], STATES, 'unknown'),
  availableVersion: stringOrEmpty(row['available_version']),
  entities: asStringList(row['entities']),
  requires: asStringRecord(row['requires']),
  packageDigest: stringOrEmpty(row['package_digest']),
  availableDigest: stringOrEmpty(row['available_digest']),
  withdrawn: row['withdrawn'] ?? null,
  row,
});

type Reader = Pick<Tx, 'rows'>;
export async function listModules(reader: Reader): Promise<readonly StoredModule[]> {
  return (await selectRowsWhere(reader, module, { sql: 'delete_time IS NULL', params: [] }, ' ORDER BY id')).map(
    toModule,
  );
}

/** Finds a module by its id or its uid. */
export async function findModule(
  reader: Reader,
  key: { readonly id: number } | { readonly uid: string },
): Promise<StoredModule | undefined> {
  const all = await listModules(reader);
  return all.find((module) => ('id' in key ? module.id === key.id : module.uid === key.uid));
}

/** Error: `row.missing`. */
export async function requireModule(reader: Reader, key: Parameters<typeof findModule>[1]): Promise<StoredModule> {
  const found = await findModule(reader, key);
  if (found === undefined) throw fault('row.missing');
  return found;
}

/** Whether the entities of the module are or were active: then it has data. */
export const isInstalled = ({ packageDigest }: StoredModule): boolean => packageDigest !== '';

/** The states that lead from `unknown` to the one that the module had: an update that waits is offered again. */
export function listFormerStates(stored: StoredModule) {
  if (!isInstalled(stored)) return ['init'] as const;
  if (stored.withdrawn !== null) return ['disabled'] as const;
  return stored.availableVersion === '' ? (['installed'] as const) : (['installed', 'update'] as const);
}

/** The modules in use that need a module. */
export const listNeeding = (modules: readonly StoredModule[], uid: string): readonly StoredModule[] =>
  modules.filter(
    ({ state, requires }) => Object.hasOwn(requires, uid) && ['installed', 'update', 'unknown'].includes(state),
  );

/** `module.state` with the label of the state. */
function stateFault(state: ModuleState): Fault {
  const label = (lang: Lang) => entityLabels(module, lang).choices['state']?.[state] ?? state;
  return fault('module.state', { state: { en: label('en'), 'zh-cn': label('zh-cn') } });
}

/** Error: `module.state` when the module is in none of these states. */
export function assertState({ state }: StoredModule, allowed: readonly ModuleState[]): void {
  if (!allowed.includes(state)) throw stateFault(state);
}

/** The columns that describe a package. */
export const manifestColumns = (
  { title, description, author, permissions, requires, version }: ModuleManifest,
  signer: string,
) => ({
  title: title['zh-cn'],
  title_en: title.en,
  description: description['zh-cn'],
  description_en: description.en,
  version,
  author,
  signer,
  permissions: [...permissions],
  requires: { ...requires.modules },
});

/** The columns that say why the last change failed; without an argument, that it did not. */
export const failureColumns = (texts: LocalizedText = { en: '', 'zh-cn': '' }) => ({
  failure: texts['zh-cn'],
  failure_en: texts.en,
});

/** The columns that a failed change gives back. */
const RESTORED_COLUMNS = [
  ...[
    'title',
    'title_en',
    'description',
    'description_en',
    'version',
    'state',
    'available_version',
    'author',
    'signer',
  ],
  ...[
    'hook_failure',
    'permissions',
    'entities',
    'installed_time',
    'package_digest',
    'available_digest',
    'source_url',
    'available_source_url',
    'requires',
    'withdrawn',
    'parts',
  ],
];
export const restoredColumns = (row: StoredRow): Readonly<Record<string, Json>> =>
  Object.fromEntries(RESTORED_COLUMNS.map((name) => [name, row[name] ?? null]));
