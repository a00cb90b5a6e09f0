/** Lists every difference between two definitions by the properties that the designer shows, whether or not the table changes. */
import type { AnyEntity } from '../../entity/entity';
import type { Json } from '../../entity/field';
import { truncate } from '../../text/normalize';
import { canonicalJson } from '../../canonicalJson';
import { parseOptions, type CompleteField, type CompleteSettings } from '../completeDesign';
import type { DesignDifference } from '../design';
import { entityToDesign, type CompleteDesign } from '../entityToDesign';
import { isSameJson } from '../fieldOptions';
import {
  areOptionsWidened,
  areTransitionsWidened,
  effectiveSensitivity,
  isGrantWidened,
  isLockWeaker,
  isPermissionDropped,
  isSensitivityLower,
} from './isAccessWidened';

interface Rename {
  readonly from: string;
  readonly to: string;
}

const MAX_TEXT = 300;
/** Columns that belong to the design, or that renames and other lines cover. */
const UNLISTED: ReadonlySet<string> = new Set([
  ...['table_name', 'remark', 'record_id', 'job_id', 'sheet'],
  ...['name', 'applied_name', 'former_names'],
]);
const PUBLIC_READ_RANKS: Readonly<Record<string, number>> = { none: 0, enabled: 1, all: 2 };
const NO_READERS = { member_read: 'none', guest_read: 'none' } as const;

const printValue = (value: Json | undefined): string => {
  if (value === null || value === undefined || value === '') return '';
  const text = typeof value === 'string' ? value : typeof value === 'object' ? canonicalJson(value) : String(value);
  return truncate(text, MAX_TEXT);
};
type Columns = Readonly<Record<string, Json | undefined>>;
const asColumns = (part: object): Columns => part as Columns; // columns of a design hold JSON

const line = (property: string, from: Json | undefined, to: Json | undefined, isWider: boolean): DesignDifference => ({
  property,
  from: printValue(from),
  to: printValue(to),
  ...(isWider ? { isWider: true as const } : {}),
});

/** The lines of JSON options: one for each key. */
const describeOptions = (
  from: Json | undefined,
  to: Json | undefined,
  isWider: boolean,
): readonly DesignDifference[] => {
  const [before, after] = [parseOptions(from), parseOptions(to)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !isSameJson(before[key] ?? null, after[key] ?? null))
    .map((key) => ({ ...line('other_options', before[key], after[key], isWider), option: key }));
};

/** The lines of all columns that differ. */
function describeColumns(
  from: Columns,
  to: Columns,
  isWider: (column: string) => boolean,
): readonly DesignDifference[] {
  return Object.keys(to)
    .filter((column) => !UNLISTED.has(column) && !isSameJson(from[column] ?? null, to[column] ?? null))
    .flatMap((column) =>
      column === 'other_options'
        ? describeOptions(from[column], to[column], isWider(column))
        : [line(column, from[column], to[column], isWider(column))],
    );
}

function describeSettings(from: AnyEntity, to: AnyEntity, before: CompleteSettings, after: CompleteSettings) {
  const grantsMore = isGrantWidened(from.spec.access, to.spec.access);
  return describeColumns(asColumns(before), asColumns(after), (column) => {
    switch (column) {
      case 'can_create':
      case 'can_update':
      case 'can_remove':
        return after[column] === 1;
      case 'member_read':
      case 'guest_read':
        return (PUBLIC_READ_RANKS[after[column]] ?? 0) > (PUBLIC_READ_RANKS[before[column]] ?? 0);
      case 'sensitivity':
        return isSensitivityLower(before.sensitivity, after.sensitivity);
      case 'owner_field':
        return before.owner_field !== '';
      case 'other_options': {
        const hasAccess = [before, after].some(({ other_options: options }) => 'access' in parseOptions(options));
        return (hasAccess && grantsMore) || areOptionsWidened(before.other_options, after.other_options);
      }
      default:
        return false;
    }
  });
}

function describeField(
  [before, settings]: readonly [CompleteField, CompleteSettings],
  [after, nextSettings]: readonly [CompleteField, CompleteSettings],
): readonly DesignDifference[] {
  const isOpener = isSensitivityLower(
    effectiveSensitivity(before, settings),
    effectiveSensitivity(after, nextSettings),
  );
  const lines = describeColumns(asColumns(before), asColumns(after), (column) => {
    switch (column) {
      case 'kind':
      case 'sensitivity':
        return isOpener;
      case 'read_permission':
      case 'write_permission':
        return isPermissionDropped(before[column], after[column]);
      case 'transitions':
        return areTransitionsWidened(before.transitions, after.transitions);
      case 'locked_when':
        return isLockWeaker(before.locked_when, after.locked_when);
      case 'other_options':
        return areOptionsWidened(before.other_options, after.other_options);
      default:
        return false;
    }
  });
  return lines.map((difference) => ({ ...difference, field: after.name }));
}

function describeFields(before: CompleteDesign, after: CompleteDesign, renames: readonly Rename[]) {
  const newNames = new Map(renames.map(({ from, to }) => [from, to]));
  const former = new Map(before.fields.map((field) => [newNames.get(field.name) ?? field.name, field]));
  const names = new Set(after.fields.map(({ name }) => name));
  const present = after.fields.flatMap((field): readonly DesignDifference[] => {
    const previous = former.get(field.name);
    if (previous === undefined) return [{ field: field.name, property: 'field_added', from: '', to: field.kind }];
    const { name } = previous;
    const renamed =
      name === field.name ? [] : [{ ...line('field_renamed', name, field.name, false), field: field.name }];
    return [...renamed, ...describeField([previous, before.settings], [field, after.settings])];
  });
  const removed = [...former]
    .filter(([name]) => !names.has(name))
    .map(([, field]) => ({ field: field.name, property: 'field_removed', from: field.kind, to: '' }));
  const order = after.fields.map(({ name }) => name).filter((name) => former.has(name));
  const formerOrder = [...former.keys()].filter((name) => names.has(name));
  const moved = isSameJson(order, formerOrder)
    ? []
    : [line('field_order', formerOrder.join(', '), order.join(', '), false)];
  return [...present, ...removed, ...moved];
}

/**
 * Every difference between two definitions, those that let more people read or write marked. Of a new entity: who reads it besides staff.
 * Values are in the form in which the columns of a design hold them.
 */
export function describeDifferences(
  from: AnyEntity | null,
  to: AnyEntity,
  renames: readonly Rename[] = [],
): readonly DesignDifference[] {
  const after = entityToDesign(to);
  if (from === null)
    return (['member_read', 'guest_read'] as const)
      .filter((column) => after.settings[column] !== NO_READERS[column])
      .map((column) => line(column, NO_READERS[column], after.settings[column], true));
  const before = entityToDesign(from);
  return [...describeSettings(from, to, before.settings, after.settings), ...describeFields(before, after, renames)];
}
