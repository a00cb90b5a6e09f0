/** Finds the option by which a field allows fewer values than before. */
import type { Column } from '../../../common/entity/columns';
import { getMaxLength } from '../../../common/entity/textLength';

type Differs = (before: Column, after: Column) => boolean;

/** The values of choices that are gone. */
const isChoiceGone: Differs = (before, after) => {
  const values = new Set(Object.values<string | number>(after.options.values ?? {}));
  return Object.values<string | number>(before.options.values ?? {}).some((value) => !values.has(value));
};

const maxOf = (column: Column): number =>
  column.kind === 'text' ? getMaxLength(column) : (column.options.max ?? Number.POSITIVE_INFINITY);
const minOf = ({ options }: Column): number => options.min ?? Number.NEGATIVE_INFINITY;
const decimalsOf = ({ options }: Column): number => options.decimals ?? Number.POSITIVE_INFINITY;

/** By the column of `crud_design_field` that holds the option. */
const NARROWED: Readonly<Record<string, Differs>> = {
  kind: (before, after) => before.kind !== after.kind || before.options.by !== after.options.by,
  target: (before, after) => before.options.to !== after.options.to,
  choices: isChoiceGone,
  max: (before, after) => maxOf(after) < maxOf(before),
  min: (before, after) => minOf(after) > minOf(before),
  pattern: (before, after) => after.options.pattern !== undefined && after.options.pattern !== before.options.pattern,
  lines: (before, after) => after.options.lines === undefined && before.options.lines !== undefined,
  decimals: (before, after) => decimalsOf(after) < decimalsOf(before),
};

/** The column of `crud_design_field` to correct; undefined when every value that was allowed still is. */
export const findNarrowedOption = (before: Column, after: Column): string | undefined =>
  Object.entries(NARROWED).find(([, differs]) => differs(before, after))?.[0];
