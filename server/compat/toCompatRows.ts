/** Converts rows of the wire to the form of older clients: no revision, both spellings of columns, joined and computed columns. */
import { addJoin } from './joins';
import { COLUMN_SPELLINGS, type CompatController } from './controllers';
import { toCompatGroups } from './rules/groupRules';
import type { CompatRow, RowSource } from './rowSource';

/** Converts the rows of one response. */
export async function toCompatRows(
  rows: readonly CompatRow[],
  controller: CompatController,
  source: RowSource,
): Promise<readonly CompatRow[]> {
  let translated = rows.map((row) => toCompatRow(row, controller, source));
  for (const join of controller.joins ?? []) translated = [...(await addJoin(translated, join, source))];
  return controller.ruleEntity ? toCompatGroups(translated, source, controller.ruleEntity) : translated;
}

function toCompatRow(row: CompatRow, { fields = {}, computed }: CompatController, source: RowSource): CompatRow {
  const { revision: _revision, ...columns } = row;
  const translated = Object.entries(fields)
    .filter(([name]) => columns[name] !== undefined)
    .map(([name, { toCompat }]) => [name, toCompat(columns[name], columns, source)] as const);
  return {
    ...columns,
    ...olderSpellings(columns),
    ...Object.fromEntries(translated),
    ...computed?.(columns, source),
  };
}

const olderSpellings = (row: CompatRow): CompatRow =>
  Object.fromEntries(
    [...COLUMN_SPELLINGS].flatMap(([older, own]) => (row[own] === undefined ? [] : [[older, row[own]]])),
  );
