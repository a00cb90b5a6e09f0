/** State machines and locks: a field with named moves changes only along them; a locked row changes not at all. */
import { hasNode } from '../../../common/entity/access';
import type { AnyEntity, Transition } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { lockedState } from '../../../common/entity/lockedState';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';

/** The name behind a choice's number; empty when it has none. */
function choiceName(entity: AnyEntity, field: string, value: Json | undefined): string {
  const values = findColumn(entity, field)?.options.values ?? {};
  return Object.keys(values).find((name) => values[name] === value) ?? '';
}

/** Whether the row is locked by its state machine. */
export const isLocked = (entity: AnyEntity, row: StoredRow): boolean => lockedState(entity, row) !== undefined;

/** Refuses changes of moving fields that follow no move, or one the actor holds no node for. */
export function assertTransitions(ctx: RequestContext, entity: AnyEntity, before: StoredRow, changes: StoredRow): void {
  for (const [field, transitions] of Object.entries(entity.spec.transitions ?? {})) {
    if (!(field in changes) || transitions === undefined) continue;
    const from = choiceName(entity, field, before[field]);
    const to = choiceName(entity, field, changes[field]);
    const candidates = Object.values(transitions).filter(
      (transition) => transition.to === to && transition.from.includes(from),
    );
    if (candidates.length === 0) {
      throw fault('row.move', { from, to }, { fields: [{ path: field, code: 'move', params: { from, to } }] });
    }
    if (!candidates.some((transition) => isAllowed(ctx, entity, transition))) throw fault('access.denied');
  }
}
const isAllowed = (ctx: RequestContext, entity: AnyEntity, transition: Transition) =>
  (transition.super !== true || ctx.actor.super) &&
  (transition.node === undefined || hasNode(ctx.actor, `${entity.name}/${transition.node}`));

/** Refuses to change a locked row, except that its state may change by itself. The house holds the lock, so it may go on with the row. */
export function assertUnlocked(
  { actor }: Pick<RequestContext, 'actor'>,
  entity: AnyEntity,
  before: StoredRow,
  changes: StoredRow,
): void {
  if (actor.realm === 'system' || !isLocked(entity, before)) return;
  const field = entity.spec.locked?.field ?? '';
  const isTransitionOnly =
    entity.spec.transitions?.[field] !== undefined && Object.keys(changes).every((name) => name === field);
  if (!isTransitionOnly) throw fault('row.locked');
}

/** The change a named move makes, and the node it needs; undefined when the entity has no such move. */
export function findTransition(entity: AnyEntity, name: string): { changes: StoredRow; node: string } | undefined {
  for (const [field, transitions] of Object.entries(entity.spec.transitions ?? {})) {
    const transition = transitions?.[name];
    if (transition === undefined) continue;
    const value = findColumn(entity, field)?.options.values?.[transition.to] ?? null;
    return { changes: { [field]: value }, node: `${entity.name}/${transition.node ?? 'edit'}` };
  }
  return undefined;
}

/** Fields a new row may not choose: a state machine begins at its default. */
export const transitionFields = (entity: AnyEntity): ReadonlySet<string> =>
  new Set(Object.keys(entity.spec.transitions ?? {}));
