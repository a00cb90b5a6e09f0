/** Records who handled a request of a visitor, and when. */
import type { HookContext } from '../../engine/write/context/hookContext';

/** The state of a request that nobody has handled. */
const FIRST_STATE = 0;

interface HandlingColumns {
  readonly handled_by?: number | null;
  readonly handled_at?: number | null;
}

/**
 * Adds `handled_by` and `handled_at` to changes that set the handling state to another value, and clears both for the first state. A change
 * by the system has a time and no admin.
 */
export function recordHandling<C extends HandlingColumns>(
  { actor, at }: Pick<HookContext, 'actor' | 'at'>,
  changes: C,
  state: number | undefined,
  previousState: number | undefined,
): C {
  if (state === undefined || state === previousState) return changes;
  if (state === FIRST_STATE) return { ...changes, handled_by: null, handled_at: null };
  return { ...changes, handled_by: actor.kind === 'staff' ? actor.id : null, handled_at: Math.floor(at / 1000) };
}
