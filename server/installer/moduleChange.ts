/** The stored input of a job that installs, updates, enables, disables or uninstalls a module. */
import { z } from 'zod';
import { MODULE_STATE } from '../../common/entities/module';
import type { JobData } from '../modules/jobs/jobKind';

export const MODULE_JOBS = {
  install: 'install_module',
  update: 'update_module',
  enable: 'enable_module',
  disable: 'disable_module',
  uninstall: 'uninstall_module',
} as const;
export type ModuleVerb = keyof typeof MODULE_JOBS;

const grantedPermissions = z.array(z.object({ group: z.number().int(), nodes: z.array(z.string()) }));
/** The change of one entity. Definitions are not repeated here: they are in the log of definitions and in the package. */
const entityChange = z.object({
  table: z.string(),
  /** The record with the former definition; null for a new entity. */
  fromRecord: z.number().int().nullable(),
  /** The digest of the package with the new definition; null when the entity is removed. */
  toPackage: z.string().nullable(),
  /** Records whose archived rows are restored. */
  restoredRecords: z.array(z.number().int()).default([]),
  /** Menu rules that are restored from the recycle bin, and permissions that groups receive again. */
  restoredRules: z.array(z.number().int()).default([]),
  grants: grantedPermissions.default([]),
  keepsTable: z.boolean().default(false),
  isWithdrawn: z.boolean().default(false),
});
export type ModuleEntityChange = z.input<typeof entityChange>;

const storedModuleChange = z.object({
  moduleId: z.number().int(),
  uid: z.string(),
  verb: z.enum(['install', 'update', 'enable', 'disable', 'uninstall']),
  /** The module as it was when the change was planned. */
  state: z.enum(MODULE_STATE),
  packageDigest: z.string(),
  availableDigest: z.string(),
  choices: z.record(z.string(), z.string()),
  /** The changes of entities in their order. */
  changes: z.array(entityChange),
  /** The entities of the module after the change. */
  entities: z.array(z.string()),
  /** The entities whose seed rows are written. */
  seeded: z.array(z.string()),
  /** Names of menu rules that are replaced. */
  replacedRules: z.array(z.string()),
  /** The menu rules of designed entities that the module takes over. */
  adoptedRules: z.array(z.object({ id: z.number().int(), name: z.string() })).default([]),
  /** Whether an existing menu folder is replaced. */
  replacesFolder: z.boolean().default(false),
  /** Paths of assets that stay as they are. */
  keptFiles: z.array(z.string()),
  /** Whether the rows of an uninstalled module stay archived. */
  keepsRows: z.boolean(),
});
export type ModuleChange = z.infer<typeof storedModuleChange>;
export type ModuleChangeInput = z.input<typeof storedModuleChange>;

export const parseModuleChange = (input: JobData): ModuleChange => storedModuleChange.parse(input);
/** A change as the input of its job. */
export const toModuleInput = (change: ModuleChangeInput): JobData => storedModuleChange.parse(change);
