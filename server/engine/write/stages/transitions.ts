/** State machines: a field with named transitions changes only along them, and a row in a locked state does not change. */
import { hasPermission } from '../../../../common/entity/access';
import type { AnyEntity, Transition } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { lockedState } from '../../../../common/entity/lockedState';
import { findColumn, type StoredRow } from '../../../../common/entity/columns';
import type { Lang } from '../../../../common/lang';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { fault, type Fault } from '../../../../common/protocol/faults';
import type { RequestContext } from '../../../context';

/** The name of a choice's number; empty when the number has no name. */
function choiceName(entity: AnyEntity, field: string, value: Json | undefined): string {
  const values = findColumn(entity, field)?.options.values ?? {};
  return Object.keys(values).find((name) => values[name] === value) ?? '';
}

/** Whether the row is locked by its state machine. */
export const isLocked = (entity: AnyEntity, row: StoredRow): boolean => lockedState(entity, row) !== undefined;

/**
 * Checks changes of fields that have transitions. Errors: `row.move` when no transition leads from the stored state to the new one,
 * `access.denied` when the actor lacks the transition's permission key.
 */
export function assertTransitions(ctx: RequestContext, entity: AnyEntity, before: StoredRow, changes: StoredRow): void {
  for (const [field, transitions] of Object.entries(entity.spec.transitions ?? {})) {
    if (!(field in changes) || transitions === undefined) continue;
    const from = choiceName(entity, field, before[field]);
    const to = choiceName(entity, field, changes[field]);
    const candidates = Object.values(transitions).filter(
      (transition) => transition.to === to && transition.from.includes(from),
    );
    if (candidates.length === 0) throw transitionFault(ctx.lang, entity, field, { from, to });
    if (!candidates.some((transition) => isAllowed(ctx, entity, transition))) throw fault('access.denied');
  }
}
/** `row.move` for a field that cannot change from one of its choices to another, both given by name; the labels are in the reader's language. */
export function transitionFault(
  lang: Lang,
  entity: AnyEntity,
  field: string,
  names: { readonly from: string; readonly to: string },
): Fault {
  const labels = entityLabels(entity, lang).choices[field] ?? {};
  const params = { from: labels[names.from] ?? names.from, to: labels[names.to] ?? names.to };
  return fault('row.move', params, { fields: [{ path: field, code: 'move', params }] });
}
const isAllowed = (ctx: RequestContext, entity: AnyEntity, transition: Transition) =>
  (transition.super !== true || ctx.actor.isSuper) &&
  (transition.node === undefined || hasPermission(ctx.actor, `${entity.name}/${transition.node}`));

/** Throws `row.locked` (423) for a row in a locked state, unless only the state itself changes. The system actor may change it. */
export function assertUnlocked(
  { actor }: Pick<RequestContext, 'actor'>,
  entity: AnyEntity,
  before: StoredRow,
  changes: StoredRow,
): void {
  if (actor.kind === 'system' || !isLocked(entity, before)) return;
  const field = entity.spec.locked?.field ?? '';
  const isTransitionOnly =
    entity.spec.transitions?.[field] !== undefined && Object.keys(changes).every((name) => name === field);
  if (!isTransitionOnly) throw fault('row.locked');
}

/** The change that a named transition makes, and the permission key it needs; undefined when the entity has no such transition. */
export function findTransition(
  entity: AnyEntity,
  name: string,
): { changes: StoredRow; permission: string } | undefined {
  for (const [field, transitions] of Object.entries(entity.spec.transitions ?? {})) {
    const transition = transitions?.[name];
    if (transition === undefined) continue;
    const value = findColumn(entity, field)?.options.values?.[transition.to] ?? null;
    return { changes: { [field]: value }, permission: `${entity.name}/${transition.node ?? 'edit'}` };
  }
  return undefined;
}

/** Fields that the values of a new row may not set: a state machine starts at its default. */
export const transitionFields = (entity: AnyEntity): ReadonlySet<string> =>
  new Set(Object.keys(entity.spec.transitions ?? {}));
