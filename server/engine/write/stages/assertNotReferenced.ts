/** Referential integrity (ON DELETE RESTRICT): refuses the removal of rows to which other rows refer, with a message that lists those rows. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { StoredRow } from '../../../../common/entity/columns';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { fault } from '../../../../common/protocol/faults';
import { loadReadableTitles, findReferringRows, type ReferencingRow } from '../../read/references';
import type { UnitOfWork } from '../context/openUnitOfWork';

/**
 * Throws `row.referenced` when other rows refer to one of these, `row.children` when they are children in a tree that are not removed too.
 */
export async function assertNotReferenced(
  unit: UnitOfWork,
  entity: AnyEntity,
  rowsToRemove: readonly StoredRow[],
): Promise<void> {
  const references = await findReferringRows(unit.ctx.services, unit.tx, entity, rowsToRemove);
  const [first] = references;
  if (first === undefined) return;
  const data = { users: await visibleReferences(unit, references) };
  if (references.every((reference) => reference.entity === entity.name && reference.field === entity.spec.tree)) {
    throw fault('row.children', undefined, { data });
  }
  // the message names one row and what refers to it; the data lists all
  const removedRow = rowsToRemove.find((row) => Number(row['id']) === first.to);
  const ownReferences = data.users.filter((reference) => reference.to === first.to);
  const by = describeReferences(unit, ownReferences);
  throw fault(
    'row.referenced',
    { title: rowLabel(entity, removedRow, first.to), count: ownReferences.length, by },
    { data },
  );
}
/** A row's title; without one, its id as `#7`. */
export const rowLabel = ({ spec }: AnyEntity, row: StoredRow | undefined, id: number): string => {
  const title = row?.[spec.title];
  return typeof title === 'string' && title !== '' ? title : `#${id}`;
};
const MAX_NAMED = 3;
/** The referring rows as text, entity by entity, with the titles of the first few. */
function describeReferences({ ctx: { services, lang } }: UnitOfWork, references: readonly ReferencingRow[]): string {
  const [colon, comma, semicolon] = lang === 'en' ? [': ', ', ', '; '] : ['：', '、', '；'];
  const byEntity = new Map<string, readonly ReferencingRow[]>();
  for (const reference of references)
    byEntity.set(reference.entity, [...(byEntity.get(reference.entity) ?? []), reference]);
  return [...byEntity]
    .map(([name, group]) => {
      const referencing = services.registry.get(name);
      const titles = group.map(({ title }) => title).filter((title) => title !== '');
      const ellipsis = titles.length > MAX_NAMED ? ['…'] : [];
      const titleList = [...titles.slice(0, MAX_NAMED), ...ellipsis].join(comma);
      return `${referencing ? entityLabels(referencing, lang).many : name}${titleList === '' ? '' : `${colon}${titleList}`}`;
    })
    .join(semicolon);
}
/** The references as the actor may see them: a row it may not read stays listed, without id and title. */
async function visibleReferences(
  unit: UnitOfWork,
  references: readonly ReferencingRow[],
): Promise<readonly ReferencingRow[]> {
  const { services, actor, lang } = unit.ctx;
  const titles = new Map<string, Readonly<Record<string, string>>>();
  for (const name of new Set(references.map(({ entity }) => entity))) {
    const entity = services.registry.get(name);
    const ids = references.filter((reference) => reference.entity === name).map(({ id }) => id);
    const request = { tx: unit.tx, dialect: services.db.dialect, actor, lang };
    titles.set(name, entity ? await loadReadableTitles(request, entity, ids) : {});
  }
  return references.map((reference) => {
    const title = titles.get(reference.entity)?.[reference.id];
    return title === undefined ? { ...reference, id: 0, title: '' } : { ...reference, title };
  });
}
