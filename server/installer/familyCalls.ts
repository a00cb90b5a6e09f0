/** What clients of the product family send and expect in the calls of modules: numbers of states, choices by file, keys that mean nothing here. */
import { z } from 'zod';
import { CONFLICT_CHOICES, type ConflictChoices, type ModuleConflict } from '../../common/modules/review';
import { findConflicts, loadAvailable, type InstallerDeps } from './conflicts';
import type { StoredModule } from './moduleRow';

/** The states as numbers, as clients of the family know them: 3 conflicts wait for choices, 4 dependencies wait. */
const STATE_NUMBERS = { init: 2, download: 2, install: 2, installed: 1, update: 1, disabled: 6, unknown: 5 } as const;

export async function familyState(deps: InstallerDeps, stored: StoredModule): Promise<number> {
  if (stored.state !== 'init') return STATE_NUMBERS[stored.state];
  const { blocked, conflicts } = await findConflicts(deps, stored, await loadAvailable(deps, stored));
  if (blocked.some(({ code }) => code === 'module_missing')) return 4;
  return conflicts.length > 0 ? 3 : STATE_NUMBERS.init;
}

const SOLUTIONS = ['cover', 'discard'] as const;
/** A conflict as these clients show it: its two names, and the choice that is proposed. */
const fileConflict = z.looseObject({ newFile: z.string().max(300), solution: z.enum(SOLUTIONS) });
/** The choices of such a client: `cover` takes the first choice of a conflict, `discard` the other one. */
export const familyChoices = z.looseObject({ fileConflict: z.array(fileConflict).max(1000).optional() }).optional();
/** Keys of `changeState` that name files and packages of the family's installer; they mean nothing here. */
export const familyStateKeys = {
  confirmConflict: z.unknown().optional(),
  dependConflictSolution: z.unknown().optional(),
};

export const toFamilyConflicts = (conflicts: readonly ModuleConflict[]) => ({
  fileConflict: conflicts.map(({ key, subject }) => ({ newFile: key, oldFile: subject, solution: SOLUTIONS[0] })),
  dependConflict: [],
});

/** The choices of a request, in our form. */
export function readChoices(choices: ConflictChoices, extend: z.infer<typeof familyChoices>): ConflictChoices {
  const named = (extend?.fileConflict ?? []).flatMap(({ newFile, solution }) => {
    const kind = Object.keys(CONFLICT_CHOICES).find((name) => newFile.startsWith(`${name}:`));
    if (kind === undefined) return [];
    return [[newFile, CONFLICT_CHOICES[kind as ModuleConflict['kind']][SOLUTIONS.indexOf(solution)] ?? ''] as const];
  });
  return { ...Object.fromEntries(named), ...choices };
}
