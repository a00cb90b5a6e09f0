/** The test of a rule on one row: what its log would record of this row. Nothing is written. */
import { sensitiveRule } from '../../../common/entities/sensitiveRule';
import { readableColumns } from '../../../common/entity/access';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { toWireValue } from '../../../common/entity/projectRow';
import type { TestedField, RuleTest } from '../../../common/protocol/dataWatch';
import { fault } from '../../../common/protocol/faults';
import { toRecycleLogRow } from '../../hooks/dataWatch/recycleLog';
import { toSensitiveLogValue, readWatchedFields } from '../../hooks/dataWatch/sensitiveLog';
import { getDisplayTitle, isWatchable } from '../../hooks/dataWatch/watchRules';
import { parseId } from '../../engine/http/parseParams';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { loadStoredRow } from '../../engine/read/storedHistory';
import { requireVisible } from '../../engine/write/stages/authorize';
import type { RequestContext } from '../../context';
import { requireWatchedEntity } from './logEntries';

/** Values that the caller may not read are left out and named as hidden; secrets are in no log. */
function testedFields({ actor }: RequestContext, entity: AnyEntity, values: StoredRow): readonly TestedField[] {
  const readable = new Set(readableColumns(actor, entity).map(({ name }) => name));
  return Object.entries(values).flatMap(([field, value]): readonly TestedField[] => {
    const column = findColumn(entity, field);
    if (column === undefined) return [];
    const isShown = readable.has(field) || column.sensitivity === 'secret';
    return [isShown ? { field, value: toWireValue(column, value) } : { field, value: null, hidden: true }];
  });
}

/** The values that the log would record of the row. */
function getValues(rule: AnyEntity, stored: StoredRow, entity: AnyEntity, row: StoredRow): StoredRow {
  if (rule.name !== sensitiveRule.name) return toRecycleLogRow(entity, row);
  const watched = readWatchedFields(stored).filter((field) => findColumn(entity, field) !== undefined);
  return Object.fromEntries(watched.map((field) => [field, toSensitiveLogValue(entity, field, row)]));
}

/** Error: `row.missing` for a rule or a row that the caller cannot read, and for a table that cannot be watched. */
export async function testRule({ ctx, query }: RouteCall, rule: AnyEntity): Promise<HandlerResult> {
  const [id, rowId] = [parseId(query['id']), parseId(query['row'])];
  const data = await ctx.services.db.snapshot(async (tx): Promise<RuleTest> => {
    const stored = requireVisible(ctx.actor, rule, 'read', await loadStoredRow(tx, rule, id));
    const entity = requireWatchedEntity(ctx, stored);
    if (!isWatchable(entity)) throw fault('row.missing');
    const row = requireVisible(ctx.actor, entity, 'read', await loadStoredRow(tx, entity, rowId));
    return {
      enabled: stored['status'] === 1,
      table: entity.name,
      title: getDisplayTitle(entity, row),
      fields: testedFields(ctx, entity, getValues(rule, stored, entity, row)),
      unknown:
        rule.name === sensitiveRule.name ? readWatchedFields(stored).filter((name) => !findColumn(entity, name)) : [],
    };
  });
  return { data };
}
