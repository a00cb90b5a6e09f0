/** The stored input of a designer job: the change of an entity from one definition to another, from none (create), or to none (delete). */
import { z } from 'zod';
import { readEntityForm } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { OwnRule } from '../../common/modules/moduleParts';
import type { JobData } from '../modules/jobs/jobKind';
import { invalidDefinitionFault } from './describeProblems';
import type { Rename } from './schemaChange';
import { tableOrderSchema, type TableOrder } from './table/tableOrder';

export interface PermissionGrant {
  readonly group: number;
  readonly nodes: readonly string[];
}

export interface DefinitionChange {
  readonly table: string;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity | null;
  readonly renames: readonly Rename[];
  /** Permission keys that role groups receive, and keys that they lose in addition to those that no longer exist. */
  readonly grants: readonly PermissionGrant[];
  readonly revokes: readonly PermissionGrant[];
  /** Ids of menu rules in the recycle bin that come back. */
  readonly restoredRules: readonly number[];
  /** The menu rules that were made for the module of the entity: only these are removed. Absent in changes of the designer, which go by names. */
  readonly ownRules?: readonly OwnRule[] | undefined;
  /** The records whose archives hold values of the new definition. */
  readonly restoredRecords: readonly number[];
  /** The design that is applied; null when no design takes part. */
  readonly designId: number | null;
  /** The table and its rows are unchanged: the definition is only withdrawn, or restored. */
  readonly keepsTable: boolean;
  /** `from` is no longer active: only its table is left. */
  readonly isWithdrawn: boolean;
  /** The order of columns and indexes that the table gets back; absent where it has none to get back. */
  readonly tableOrder?: TableOrder | undefined;
}

const grantedPermissions = z.array(z.object({ group: z.number().int(), nodes: z.array(z.string()) }));
const ownRule = z.object({ id: z.number().int(), name: z.string() });
const inputSchema = z.object({
  table: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  renames: z.array(z.object({ from: z.string(), to: z.string() })),
  grants: grantedPermissions,
  revokes: grantedPermissions,
  restoredRules: z.array(z.number().int()),
  ownRules: z.array(ownRule).optional(),
  restoredRecords: z.array(z.number().int()),
  designId: z.number().int().nullable(),
  keepsTable: z.boolean().default(false),
  isWithdrawn: z.boolean().default(false),
  tableOrder: tableOrderSchema.optional(),
});

function parseDefinition(stored: unknown): AnyEntity | null {
  if (stored === null || stored === undefined) return null;
  const read = readEntityForm(stored);
  if ('problems' in read) throw invalidDefinitionFault(read.problems);
  return read.entity;
}

/** Checks the input again at every use: the row of a job is stored data. */
export function parseDefinitionChange(input: JobData): DefinitionChange {
  const { from, to, ...rest } = inputSchema.parse(input);
  return { ...rest, from: parseDefinition(from), to: parseDefinition(to) };
}

/** The changes of menu and permissions, as the step recorded them. */
export interface MenuState {
  /** Ids of the rules that went to the recycle bin. */
  readonly removedRules: readonly number[];
  /** Ids of all rules that the owner no longer needs, also of those that staff removed before. */
  readonly lostRules: readonly number[];
  /** Ids of the new rules. */
  readonly addedRules: readonly number[];
  /** Ids of the rules that came back; absent in the state of older jobs. */
  readonly restoredRules?: readonly number[] | undefined;
  /** The new rules without folders. */
  readonly ownRules: readonly OwnRule[];
  readonly granted: readonly PermissionGrant[];
  readonly revoked: readonly PermissionGrant[];
}
const menuState = z.object({
  removedRules: z.array(z.number().int()),
  lostRules: z.array(z.number().int()).default([]),
  addedRules: z.array(z.number().int()).default([]),
  restoredRules: z.array(z.number().int()).optional(),
  ownRules: z.array(ownRule).default([]),
  granted: grantedPermissions,
  revoked: grantedPermissions,
});
const UNCHANGED_MENU: MenuState = {
  removedRules: [],
  lostRules: [],
  addedRules: [],
  ownRules: [],
  granted: [],
  revoked: [],
};

/** The recorded changes of menu and permissions; none while the job has not reached that step. */
export const parseMenuState = (state: JobData | undefined): MenuState =>
  state?.['menu'] === undefined ? UNCHANGED_MENU : menuState.parse(state['menu']);
