/** What a rollback or a deletion removes: the table or some fields with their values, what uses them, and what prevents it. */
import type { DefinitionEffects, LostField } from '../../common/designer/design';
import type { AnyEntity } from '../../common/entity/entity';
import { asString } from '../../common/json';
import type { Lang } from '../../common/lang';
import { quoteIdentifier } from '../platform/database/sql';
import { findUndo, type PlanDeps } from './planDesignerJob';
import { findDefinitionInForce, loadDefinitionVersion } from './definitionVersions';
import { findEntityUses } from './references/findEntityUses';
import { findFieldUses } from './references/findFieldUses';
import { listRemovedFields } from './references/recordFieldNames';
import { findReferringEntities } from './references/referringEntities';

const fieldLabel = ({ spec }: AnyEntity, lang: Lang, field: string): string => {
  const label: unknown = (spec.labels[lang] as Readonly<Record<string, unknown>>)[field];
  return asString(Array.isArray(label) ? label[0] : label, 200) || field;
};
const toLostField = (entity: AnyEntity, name: string): LostField => ({
  name,
  en: fieldLabel(entity, 'en', name),
  zh: fieldLabel(entity, 'zh-cn', name),
});
const toReferring = ({ name, spec }: AnyEntity): LostField => ({
  name,
  en: spec.labels.en.$many,
  zh: spec.labels['zh-cn'].$many,
});

async function countRows({ services: { db } }: PlanDeps, table: string): Promise<number> {
  const [row] = await db.rows<{ readonly count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${quoteIdentifier(table)} LIMIT 100001) AS counted`,
  );
  return Number(row?.count ?? 0);
}

const NO_EFFECTS: DefinitionEffects = { removesTable: false, rows: 0, fields: [], uses: [], referredBy: [] };

async function effectsOfRemoval(deps: PlanDeps, entity: AnyEntity): Promise<DefinitionEffects> {
  return {
    removesTable: true,
    rows: await countRows(deps, entity.name),
    fields: Object.keys(entity.spec.fields).map((name) => toLostField(entity, name)),
    uses: await findEntityUses(deps.services.db, entity.name),
    referredBy: findReferringEntities(deps.registry, entity.name).map(toReferring),
  };
}

/** The effects of undoing the change of a record, or of deleting its entity. Error: `row.missing`. */
export async function describeEffects(
  deps: PlanDeps,
  id: number,
  action: 'rollback' | 'remove',
): Promise<DefinitionEffects> {
  const record = await loadDefinitionVersion(deps.services.db, id);
  const active = await findDefinitionInForce(deps.services.db, deps.registry, record.table);
  if (active === null) return NO_EFFECTS;
  if (action === 'remove') return effectsOfRemoval(deps, active);
  const { to, renames } = await findUndo(deps, record);
  if (to === null) return effectsOfRemoval(deps, active);
  const removed = listRemovedFields({ from: active, to, renames });
  return {
    ...NO_EFFECTS,
    rows: removed.length === 0 ? 0 : await countRows(deps, record.table),
    fields: removed.map((name) => toLostField(active, name)),
    uses: await findFieldUses(deps.services.db, record.table, removed),
  };
}
