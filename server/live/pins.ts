/** Which topics a change may concern, found without asking each: those that watch one row, or the rows of one owner, lie under that value. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { Cond, Filter } from '../../common/entity/filter';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import { imageBefore } from './delta';
import type { LoggedChange } from './log';

/** An equality that holds for every row of a topic, compared as `matcher` compares: same type, same value. */
export interface Pin {
  readonly column: string;
  readonly value: Json;
}

const isScalar = (value: Json) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
function equalities(filter: Filter): readonly Cond[] {
  if ('all' in filter) return filter.all.flatMap(equalities);
  return 'field' in filter && filter.op === '=' && isScalar(filter.value) ? [filter] : [];
}

/** The equality of a filter that tells its rows apart from most others: that of a reference, else the first. */
export function pinOf(entity: AnyEntity, filter: Filter): Pin | undefined {
  const all = equalities(filter);
  const [first] = all;
  const found =
    all.find(({ field }) => field === 'id') ??
    all.find(({ field }) => columnNamed(entity, field)?.kind === 'ref') ??
    first;
  return found && { column: found.field, value: found.value };
}

interface Pinned {
  readonly entity: AnyEntity;
  readonly pin: Pin | undefined;
}
/** The topics of one entity. */
interface Lot<T extends Pinned> {
  readonly free: Set<T>;
  readonly pinned: Map<string, Map<Json, Set<T>>>;
}

/** The values a column has before and after a change; both when they differ. */
function valuesOf(column: string, change: LoggedChange, images: readonly (StoredRow | null)[]): ReadonlySet<Json> {
  if (column === 'id') return new Set([change.eid]);
  return new Set(images.map((image) => image?.[column] ?? null));
}

/** Topics by entity, and within it by what they are pinned to. */
export interface Shelf<T extends Pinned> {
  readonly add: (topic: T) => void;
  readonly remove: (topic: T) => void;
  /** Every topic that may have to tell of the change; one that is left out has nothing to tell. */
  readonly concerned: (change: LoggedChange) => Iterable<T>;
}

export function createShelf<T extends Pinned>(): Shelf<T> {
  const lots = new Map<string, Lot<T>>();
  const lotOf = (topic: T): Lot<T> => {
    const lot = lots.get(topic.entity.name) ?? { free: new Set<T>(), pinned: new Map() };
    lots.set(topic.entity.name, lot);
    return lot;
  };
  return {
    add: (topic) => {
      const lot = lotOf(topic);
      const { pin } = topic;
      if (pin === undefined) {
        lot.free.add(topic);
        return;
      }
      const byValue = lot.pinned.get(pin.column) ?? new Map<Json, Set<T>>();
      lot.pinned.set(pin.column, byValue);
      byValue.set(pin.value, (byValue.get(pin.value) ?? new Set()).add(topic));
    },
    remove: (topic) => {
      const lot = lotOf(topic);
      lot.free.delete(topic);
      const byValue = topic.pin && lot.pinned.get(topic.pin.column);
      const beside = topic.pin && byValue?.get(topic.pin.value);
      beside?.delete(topic);
      if (topic.pin && beside?.size === 0) byValue?.delete(topic.pin.value);
    },
    *concerned(change) {
      const lot = lots.get(change.ent);
      if (lot === undefined) return;
      yield* lot.free;
      if (lot.pinned.size === 0) return;
      const images = [imageBefore(change), change.img];
      for (const [column, byValue] of lot.pinned)
        for (const value of valuesOf(column, change, images)) yield* byValue.get(value) ?? [];
    },
  };
}
