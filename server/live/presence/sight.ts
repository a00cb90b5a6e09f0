/** What a permission class may know of presence: rows it may read, fields it may read, and nothing about the rest. */
import { grantedRows, permissionClass, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { matcher } from '../../../common/entity/match';
import { softDeletes, type StoredRow } from '../../../common/entity/meta';
import type { Filter } from '../../../common/entity/filter';
import type { PersonHere, TabHere } from '../../../common/protocol/live';
import type { Tab } from './table';

export interface Sight {
  /** Equal for actors who may see exactly the same. */
  readonly key: string;
  readonly inside: (row: StoredRow) => boolean;
  readonly fields: ReadonlySet<string>;
}
export type ImageOf = (e: string, id: number) => StoredRow | null | undefined;

/** More people than this on the screens of one entity are not told one by one. */
const MOST_PEOPLE = 200;
const LIVING: Filter = { field: 'delete_time', op: 'NULL', value: null };

const known = new WeakMap<Actor, Map<AnyEntity, Sight | null>>();
function look(actor: Actor, entity: AnyEntity): Sight | null {
  const key = permissionClass(actor, entity);
  const rows = grantedRows(actor, entity, 'read');
  if (key === undefined || rows === undefined) return null;
  return {
    key,
    inside: matcher(entity, softDeletes(entity) ? { all: [rows, LIVING] } : rows),
    fields: new Set(readableColumns(actor, entity).map((column) => column.name)),
  };
}
/** What the actor may see; null when it may not read the entity. Other rights make another actor. */
export function sightOf(actor: Actor, entity: AnyEntity): Sight | null {
  const sights = known.get(actor) ?? new Map<AnyEntity, Sight | null>();
  const hit = sights.get(entity);
  if (hit !== undefined) return hit;
  const sight = look(actor, entity);
  known.set(actor, sights.set(entity, sight));
  return sight;
}

export const seesRow = (sight: Sight, imageOf: ImageOf, e: string, id: number | null): boolean => {
  if (id === null) return true;
  const image = imageOf(e, id);
  return image !== null && image !== undefined && sight.inside(image);
};

function tabFor(sight: Sight, { tag, id, since, f, fieldSince, idle }: Tab): TabHere {
  const shown = f !== null && sight.fields.has(f) ? f : null;
  const field = shown === null ? { f: null } : { f: shown, fs: fieldSince };
  return { s: tag, id, since, ...field, ...(idle ? { idle: true as const } : {}) };
}

/** Everybody on the screens of an entity, by person, as one class may see it. */
export function peopleFor(sight: Sight, tabs: readonly Tab[], imageOf: ImageOf): ReadonlyMap<string, PersonHere> {
  const people = new Map<string, { p: string; name: string; tabs: TabHere[] }>();
  for (const tab of tabs) {
    if (!seesRow(sight, imageOf, tab.e, tab.id)) continue;
    const person = people.get(tab.principal);
    if (person !== undefined) person.tabs.push(tabFor(sight, tab));
    else if (people.size < MOST_PEOPLE)
      people.set(tab.principal, { p: tab.principal, name: tab.name, tabs: [tabFor(sight, tab)] });
  }
  return people;
}
