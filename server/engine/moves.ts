/** State machines and locks: a field with named moves changes only along them; a locked row changes not at all. */
import { holds } from '../../common/entity/access';
import type { AnyEntity, Transition } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { lockedIn } from '../../common/entity/lock';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import type { Ctx } from '../kit';

/** The name behind a choice's number; empty when it has none. */
function choiceName(entity: AnyEntity, field: string, value: Json | undefined): string {
  const values = columnNamed(entity, field)?.options.values ?? {};
  return Object.keys(values).find((name) => values[name] === value) ?? '';
}

/** Whether the row is locked by its state machine. */
export const isLocked = (entity: AnyEntity, row: StoredRow): boolean => lockedIn(entity, row) !== undefined;

/** Refuses changes of moving fields that follow no move, or one the actor holds no node for. */
export function checkMoves(ctx: Ctx, entity: AnyEntity, before: StoredRow, changes: StoredRow): void {
  for (const [field, moves] of Object.entries(entity.spec.transitions ?? {})) {
    if (!(field in changes) || moves === undefined) continue;
    const from = choiceName(entity, field, before[field]);
    const to = choiceName(entity, field, changes[field]);
    const possible = Object.values(moves).filter((move) => move.to === to && move.from.includes(from));
    if (possible.length === 0) {
      throw fault('row.move', { from, to }, { fields: [{ path: field, code: 'move', params: { from, to } }] });
    }
    if (!possible.some((move) => allowed(ctx, entity, move))) throw fault('access.denied');
  }
}
const allowed = (ctx: Ctx, entity: AnyEntity, move: Transition) =>
  (move.super !== true || ctx.actor.super) &&
  (move.node === undefined || holds(ctx.actor, `${entity.name}/${move.node}`));

/** Refuses to change a locked row, except that its state may change by itself. The house holds the lock, so it may go on with the row. */
export function checkLock(
  { actor }: Pick<Ctx, 'actor'>,
  entity: AnyEntity,
  before: StoredRow,
  changes: StoredRow,
): void {
  if (actor.realm === 'system' || !isLocked(entity, before)) return;
  const field = entity.spec.locked?.field ?? '';
  const onlyMoves = entity.spec.transitions?.[field] !== undefined && Object.keys(changes).every((name) => name === field);
  if (!onlyMoves) throw fault('row.locked');
}

/** The change a named move makes, and the node it needs; undefined when the entity has no such move. */
export function moveNamed(entity: AnyEntity, name: string): { changes: StoredRow; node: string } | undefined {
  for (const [field, moves] of Object.entries(entity.spec.transitions ?? {})) {
    const move = moves?.[name];
    if (move === undefined) continue;
    const value = columnNamed(entity, field)?.options.values?.[move.to] ?? null;
    return { changes: { [field]: value }, node: `${entity.name}/${move.node ?? 'edit'}` };
  }
  return undefined;
}

/** Fields a new row may not choose: a state machine begins at its default. */
export const movingFields = (entity: AnyEntity): ReadonlySet<string> => new Set(Object.keys(entity.spec.transitions ?? {}));
