/** Modules in the form of older clients: numeric states, conflict choices by file, and conflicts in the data of a refusal. */
import { z } from 'zod';
import { asRecord, stringOrEmpty } from '../../../common/json';
import type { Lang } from '../../../common/lang';
import { CONFLICT_CHOICES, type ConflictChoices, type ModuleConflict } from '../../../common/modules/review';
import { fault, Fault } from '../../../common/protocol/faults';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { findConflicts, loadAvailable, type InstallerDeps } from '../../installer/conflicts';
import { findWaitingJob } from '../../installer/dependencies/confirmDependencies';
import { listModules, type StoredModule } from '../../installer/moduleRow';
import type { QueryParams } from '../../platform/http/requestUrl';
import type { CompatRow } from '../rowSource';

/** The numbers of states: those of our states, and two more for a package that waits. */
const STATE_NUMBERS = { init: 2, download: 2, install: 2, installed: 1, update: 2, disabled: 6, unknown: 5 } as const;
const [UNINSTALLED, CONFLICTS_WAIT, DEPENDENCIES_WAIT] = [0, 3, 4];

/** The number of a module's state. Only a package that waits is read and compared with the installation. */
export async function readStateNumber(deps: InstallerDeps, stored: StoredModule | undefined): Promise<number> {
  if (stored === undefined) return UNINSTALLED;
  if ((await findWaitingJob(deps.services.db, stored)) !== undefined) return DEPENDENCIES_WAIT;
  if (stored.state !== 'init' && stored.state !== 'update') return STATE_NUMBERS[stored.state];
  const available = await loadAvailable(deps, stored).catch((error: unknown) => {
    // The package is no longer stored or no longer valid; an installation says why.
    if (error instanceof Fault) return undefined;
    throw error;
  });
  if (available === undefined) return STATE_NUMBERS.unknown;
  const { blocked, conflicts } = await findConflicts(deps, stored, available);
  if (blocked.some(({ code }) => code === 'module_missing')) return DEPENDENCIES_WAIT;
  return conflicts.length > 0 ? CONFLICTS_WAIT : STATE_NUMBERS[stored.state];
}

const inLanguage = (row: StoredModule['row'], name: string, lang: Lang): string => {
  const english = stringOrEmpty(row[`${name}_en`]);
  return lang === 'en' && english !== '' ? english : stringOrEmpty(row[name]);
};

/** `GET /admin/module/index`: these clients read all modules in `installed`, whatever the page. */
export async function addInstalledModules(
  { ctx }: RouteCall,
  result: HandlerResult,
  { installer }: { readonly installer: InstallerDeps },
): Promise<HandlerResult> {
  const installed: CompatRow[] = [];
  for (const stored of await listModules(ctx.services.db)) {
    const { uid, version, row } = stored;
    installed.push({
      uid,
      version,
      author: stringOrEmpty(row['author']),
      website: '',
      title: inLanguage(row, 'title', ctx.lang),
      intro: inLanguage(row, 'description', ctx.lang),
      state: await readStateNumber(installer, stored),
    });
  }
  return { ...result, data: { ...asRecord(result.data), installed } };
}

/** `POST /admin/module/upload`: these clients install the module that `info` names. */
export const addModuleInfo = (_call: RouteCall, result: HandlerResult): HandlerResult => {
  const data = asRecord(result.data) ?? {};
  return { ...result, data: { ...data, info: { uid: data['uid'] } } };
};

/** Without the order and the account of the market, which come as `token`. */
export const withoutOrder = (
  _ctx: unknown,
  { order_id: _order, orderId: _orderId, token: _token, ...query }: QueryParams,
): QueryParams => query;

const SOLUTIONS = ['cover', 'discard'] as const;
/** A conflict as these clients show it: its two names, and the choice that is proposed. */
const fileConflict = z.looseObject({ newFile: z.string().max(300), solution: z.enum(SOLUTIONS) });
const MAX_CONFLICTS = 1000;
/** The choices by the name of the conflict, as a client sends them, or the shown list with its solutions. */
const fileConflicts = z.union([
  z.array(fileConflict).max(MAX_CONFLICTS),
  z
    .record(z.string().max(300), z.enum(SOLUTIONS))
    .refine((choices) => Object.keys(choices).length <= MAX_CONFLICTS)
    .transform((choices) => Object.entries(choices).map(([newFile, solution]) => ({ newFile, solution }))),
]);
/** The choices of such a client: `cover` takes the first choice of a conflict, `discard` the other one. */
export const sentChoices = z.looseObject({ fileConflict: fileConflicts.optional() }).optional();

const KINDS = Object.keys(CONFLICT_CHOICES) as readonly ModuleConflict['kind'][];
/** The choices of a request, in our form. A client may name the subject alone: then the choice is that of any kind of conflict about it. */
export function toOwnChoices(extend: z.infer<typeof sentChoices>): ConflictChoices {
  const chosen = (extend?.fileConflict ?? []).flatMap(({ newFile, solution }) => {
    const named = KINDS.filter((kind) => newFile.startsWith(`${kind}:`));
    const toChoice = (kind: ModuleConflict['kind']) => CONFLICT_CHOICES[kind][SOLUTIONS.indexOf(solution)] ?? '';
    return named.length > 0
      ? named.map((kind) => [newFile, toChoice(kind)] as const)
      : KINDS.map((kind) => [`${kind}:${newFile}`, toChoice(kind)] as const);
  });
  return Object.fromEntries(chosen);
}

/** Adds to a refusal what these clients read of it: conflicts as pairs of files, and the modules to install first. */
export function toCompatRefusal(refusal: Fault): Fault {
  const { code, data = {} } = refusal;
  if (code === 'module.conflicts') {
    const conflicts = data['conflicts'] as readonly ModuleConflict[]; // The data of this fault.
    const files = conflicts.map(({ key, subject }) => ({ newFile: key, oldFile: subject, solution: SOLUTIONS[0] }));
    return withData(refusal, { fileConflict: files, dependConflict: [] });
  }
  if (code !== 'module.dependencies') return refusal;
  const blocked = data['blocked'] as readonly { readonly subject: string }[]; // The data of this fault.
  return withData(refusal, { wait_install: blocked.map(({ subject }) => subject) });
}
const withData = ({ code, params, data }: Fault, more: Readonly<Record<string, unknown>>): Fault =>
  // The parameters are those of the same fault.
  fault(code as 'module.dependencies', params as { readonly modules: string }, { data: { ...data, ...more } });
