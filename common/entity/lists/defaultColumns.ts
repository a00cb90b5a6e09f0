/** The columns that a list shows until a person chooses others. */
import { getColumns, type Column } from '../columns';
import type { AnyEntity } from '../entity';

const TIME_KINDS: ReadonlySet<string> = new Set(['datetime', 'date']);

/** The one time that a list shows: the one it is sorted by, otherwise the first. */
function shownTime({ spec }: AnyEntity, times: readonly string[]): string | undefined {
  const sorted = spec.list.sort?.replace(/^-/, '');
  return times.find((name) => name === sorted) ?? times[0];
}

const STATE_NAME = /^(?:status|state)$|_(?:status|state)$/;
/** Whether a choice tells the state of a row: it has transitions, it locks the row, or it is named so. Lists show states as labels. */
export const isStateColumn = ({ spec }: AnyEntity, { name }: Pick<Column, 'name'>): boolean =>
  spec.transitions?.[name] !== undefined || spec.locked?.field === name || STATE_NAME.test(name);

/** As many columns as fit beside the menu in a window of 1440 pixels. */
const MAX_COLUMNS = 8;
/** Leaves out the last columns that tell neither the state nor the time of a row, until few enough are left. */
function limitColumns(entity: AnyEntity, names: readonly string[], time: string | undefined): readonly string[] {
  const excess = names.length - MAX_COLUMNS;
  if (excess <= 0) return names;
  const droppable = names.slice(1).filter((name) => name !== time && !isStateColumn(entity, { name }));
  const dropped = new Set(droppable.slice(-excess));
  return names.filter((name) => !dropped.has(name));
}

function computeDefaultColumns(entity: AnyEntity): readonly string[] {
  const { title, list, pickerColumns } = entity.spec;
  const columns = getColumns(entity);
  const times = list.columns.filter((name) => name !== title && TIME_KINDS.has(columns.get(name)?.kind ?? ''));
  const time = shownTime(entity, times);
  const hidden = new Set<string | undefined>([
    ...['id', 'weigh', title, pickerColumns?.picture],
    ...times.filter((name) => name !== time),
    ...(list.optional ?? []),
  ]);
  const isTitleShown = columns.get(title)?.long === false;
  const names = [...(isTitleShown ? [title] : []), ...list.columns.filter((name) => !hidden.has(name))];
  return limitColumns(entity, names, time);
}

const cache = new WeakMap<AnyEntity, readonly string[]>();
/**
 * The columns of the definition as a list shows them by default: the title first, one time, at most eight, and neither the id nor the weight,
 * nor the image of a person, which is shown before the title.
 */
export function defaultListColumns(entity: AnyEntity): readonly string[] {
  const cached = cache.get(entity);
  if (cached) return cached;
  const names = computeDefaultColumns(entity);
  cache.set(entity, names);
  return names;
}
