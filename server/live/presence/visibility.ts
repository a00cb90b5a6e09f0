/** Filters presence for a viewer: only tabs at readable rows and fields. */
import { grantedRows, permissionClass, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { compileFilter } from '../../../common/query/compileFilter';
import { hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import type { Filter } from '../../../common/entity/filter';
import type { PresentPerson, PresentTab } from '../../../common/protocol/liveEvents';
import type { Tab } from './leaseTable';

export interface Visibility {
  /** Equal for actors that may see exactly the same. */
  readonly key: string;
  readonly matches: (row: StoredRow) => boolean;
  readonly fields: ReadonlySet<string>;
}
export type FindRow = (entityName: string, id: number) => StoredRow | null | undefined;

/** Above this number of people on the screens of one entity only their number is sent. */
const MAX_PEOPLE = 200;
const NOT_DELETED: Filter = { field: 'delete_time', op: 'NULL', value: null };

const cache = new WeakMap<Actor, Map<AnyEntity, Visibility | null>>();
function computeVisibility(actor: Actor, entity: AnyEntity): Visibility | null {
  const key = permissionClass(actor, entity);
  const rows = grantedRows(actor, entity, 'read');
  if (key === undefined || rows === undefined) return null;
  return {
    key,
    matches: compileFilter(entity, hasSoftDelete(entity) ? { all: [rows, NOT_DELETED] } : rows),
    fields: new Set(readableColumns(actor, entity).map((column) => column.name)),
  };
}
/** The fields whose presence the actor may see; null when it may not read the entity. Cached by actor, since changed permissions give another object. */
export function findVisibility(actor: Actor, entity: AnyEntity): Visibility | null {
  const byEntity = cache.get(actor) ?? new Map<AnyEntity, Visibility | null>();
  const cached = byEntity.get(entity);
  if (cached !== undefined) return cached;
  const visibility = computeVisibility(actor, entity);
  cache.set(actor, byEntity.set(entity, visibility));
  return visibility;
}

export const canSeeRow = (visibility: Visibility, findRow: FindRow, entityName: string, id: number | null): boolean => {
  if (id === null) return true;
  const row = findRow(entityName, id);
  return row !== null && row !== undefined && visibility.matches(row);
};

function projectTab(
  visibility: Visibility,
  { tabId, id, since, field: claimedField, fieldSince, idle }: Tab,
): PresentTab {
  const visibleField = claimedField !== null && visibility.fields.has(claimedField) ? claimedField : null;
  const field = visibleField === null ? { f: null } : { f: visibleField, fs: fieldSince };
  return { s: tabId, id, since, ...field, ...(idle ? { idle: true as const } : {}) };
}

/** The people on the screens of an entity, as one visibility may see them. */
export function projectPeople(
  visibility: Visibility,
  tabs: readonly Tab[],
  findRow: FindRow,
): ReadonlyMap<string, PresentPerson> {
  const people = new Map<string, { p: string; name: string; tabs: PresentTab[] }>();
  for (const tab of tabs) {
    if (!canSeeRow(visibility, findRow, tab.entity, tab.id)) continue;
    const person = people.get(tab.principal);
    if (person !== undefined) person.tabs.push(projectTab(visibility, tab));
    else if (people.size < MAX_PEOPLE)
      people.set(tab.principal, { p: tab.principal, name: tab.name, tabs: [projectTab(visibility, tab)] });
  }
  return people;
}
