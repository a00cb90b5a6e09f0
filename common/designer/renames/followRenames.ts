/** Applies renames to the rest of a design: settings that name a field, and properties that name a choice. */
import { isList, type Json } from '../../entity/field';
import { companionName } from '../../entity/translations/companions';
import { isObject } from '../../json';
import type { DesignOption } from '../designToEntity';

type Names = ReadonlyMap<string, string>;
type Row = Readonly<Record<string, Json | undefined>>;

const FIELD_SETTINGS = ['title_field', 'sort_field', 'owner_field', 'tree_field'] as const;

/** Replaces texts that are a former name, at any depth of lists. */
function renameTexts(value: Json, names: Names): Json {
  if (typeof value === 'string') return names.get(value) ?? value;
  return isList(value) ? value.map((item) => renameTexts(item, names)) : value;
}
const isEqual = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

type RenameOption = (value: Json, names: Names, table: string) => Json;
const renameRecord = (value: Json, rename: (key: string, part: Json) => readonly [string, Json]): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value as Readonly<Record<string, Json>>).map(([key, part]) => [...rename(key, part)]),
      )
    : value;
const renameValues: RenameOption = (value, names) =>
  renameRecord(value, (key, part) => [key, renameTexts(part, names)]);
/** The columns that clauses compare, by audience and verb. */
const renameInAccess: RenameOption = (access, names) =>
  renameRecord(access, (audience, verbs) => [
    audience,
    renameRecord(verbs, (verb, clause) => [
      verb,
      renameRecord(clause, (column, compared) => [names.get(column) ?? column, compared]),
    ]),
  ]);
const renameInCondition: RenameOption = (value, names) =>
  renameRecord(value, (key, condition) => [
    key,
    renameRecord(condition, (part, named) => [part, part === 'field' ? renameTexts(named, names) : named]),
  ]);
/** Only the children of the entity itself: the designer's jobs rename those of other entities. */
const renameInOwnChildren: RenameOption = (children, names, table) =>
  isList(children)
    ? children.map((child) =>
        isObject(child) && child['entity'] === table
          ? renameRecord(child as Json, (key, part) => [key, key === 'by' ? renameTexts(part, names) : part])
          : child,
      )
    : children;

/** How each option of a design follows a renamed field; null: it names no field. */
const OPTION_RENAMES: Readonly<Record<DesignOption, RenameOption | null>> = {
  base: null,
  memberRule: null,
  publicId: renameTexts,
  personal: null,
  noHistory: null,
  keptDays: null,
  superOnly: null,
  nodes: null,
  pickerColumns: renameValues,
  either: renameTexts,
  onDelete: renameInCondition,
  searchedTogether: renameTexts,
  children: renameInOwnChildren,
  actions: null,
  actionNodes: null,
  sensitivity: null,
  access: renameInAccess,
  listColumns: renameTexts,
  optionalColumns: renameTexts,
  translationOrder: renameTexts,
  actionLabels: null,
  rowLabels: null,
};
const findOptionRename = (option: string): RenameOption | null | undefined =>
  Object.hasOwn(OPTION_RENAMES, option) ? OPTION_RENAMES[option as DesignOption] : undefined;

const renameInOptions = (options: Json, names: Names, table: string): Json =>
  renameRecord(options, (option, value) => [option, findOptionRename(option)?.(value, names, table) ?? value]);

/** The settings of a design that change when one of its fields is renamed. */
export function renameFieldInSettings(settings: Row, from: string, to: string): Readonly<Record<string, Json>> {
  const names: Names = new Map([[from, to]]);
  const changes: Record<string, Json> = {};
  const { table_name: table, other_options: options = null } = settings;
  for (const setting of [...FIELD_SETTINGS, 'merge_groups']) {
    const value = settings[setting] ?? null;
    const renamed = renameTexts(value, names);
    if (!isEqual(value, renamed)) changes[setting] = renamed;
  }
  const renamed = renameInOptions(options, names, typeof table === 'string' ? table : '');
  return isEqual(options, renamed) ? changes : { ...changes, other_options: renamed };
}

/**
 * The properties of another field of the same design that change when a field is renamed: the fields that a reference to the own table shows,
 * and the name of the English companion of a translated field.
 */
export function renameFieldInSibling(
  sibling: Row,
  { from, to, table }: { readonly from: string; readonly to: string; readonly table: string },
  isTranslated: boolean,
): Readonly<Record<string, Json>> {
  const { name, target, target_fields: shown = null } = sibling;
  const renamed = target === table ? renameTexts(shown, new Map([[from, to]])) : shown;
  return {
    ...(isEqual(shown, renamed) ? {} : { target_fields: renamed }),
    ...(isTranslated && name === companionName(from) ? { name: companionName(to) } : {}),
  };
}

const choicesByValue = (choices: Json = null): ReadonlyMap<string, string> => {
  const entries = isList(choices) ? choices : [];
  return new Map(
    entries.flatMap((choice) =>
      isObject(choice) && typeof choice['name'] === 'string' ? [[JSON.stringify(choice['value']), choice['name']]] : [],
    ),
  );
};

/** The choices that have another name and the same stored value. */
function renamedChoices(before: Json | undefined, after: Json | undefined): Names {
  const [former, current] = [choicesByValue(before), choicesByValue(after)];
  const keptNames = new Set(current.values());
  return new Map(
    [...former].flatMap(([value, name]) => {
      const renamed = current.get(value);
      return renamed === undefined || renamed === '' || keptNames.has(name) ? [] : [[name, renamed]];
    }),
  );
}

function renameInTransition(transition: Json, names: Names): Json {
  if (!isObject(transition)) return transition;
  const { from = [], to = '' } = transition as Readonly<Record<string, Json>>;
  return {
    ...(transition as Readonly<Record<string, Json>>),
    from: renameTexts(from, names),
    to: renameTexts(to, names),
  };
}
const renameInTransitions = (transitions: Json, names: Names): Json =>
  isList(transitions) ? transitions.map((transition) => renameInTransition(transition, names)) : transitions;

/** Options of a field that name its choices. */
const CHOICE_OPTIONS: ReadonlySet<string> = new Set(['confirmChangeTo', 'default']);

/**
 * The properties of a field that change when its choices are renamed.
 * @param before The choices before.
 * @param field The field as it will be stored.
 */
export function renameChoicesInField(before: Json | undefined, field: Row): Readonly<Record<string, Json>> {
  const names = renamedChoices(before, field['choices']);
  if (names.size === 0) return {};
  const { transitions = null, locked_when: locked = null, default_value: initial = '' } = field;
  const options = field['other_options'] ?? null;
  const renamedDefault =
    typeof initial === 'string'
      ? initial
          .split(',')
          .map((name) => names.get(name) ?? name)
          .join(',')
      : initial;
  const renamed = {
    transitions: renameInTransitions(transitions, names),
    locked_when: renameTexts(locked, names),
    default_value: renamedDefault,
    other_options: renameRecord(options, (option, value) => [
      option,
      CHOICE_OPTIONS.has(option) ? renameTexts(value, names) : value,
    ]),
  };
  const former: Readonly<Record<string, Json>> = {
    transitions,
    locked_when: locked,
    default_value: initial,
    other_options: options,
  };
  return Object.fromEntries(Object.entries(renamed).filter(([name, value]) => !isEqual(value, former[name] ?? null)));
}

/** The settings of a design that change when choices of one of its fields are renamed: the values that restrict a deletion. */
export function renameChoicesInSettings(
  settings: Row,
  field: Row,
  before: Json | undefined,
): Readonly<Record<string, Json>> {
  const names = renamedChoices(before, field['choices']);
  const options = settings['other_options'] ?? null;
  const renamed = renameRecord(options, (option, restriction) => [
    option,
    option !== 'onDelete'
      ? restriction
      : renameRecord(restriction, (key, condition) => [
          key,
          isObject(condition) && condition['field'] === field['name']
            ? renameRecord(condition, (part, named) => [part, part === 'when' ? renameTexts(named, names) : named])
            : condition,
        ]),
  ]);
  return isEqual(options, renamed) ? {} : { other_options: renamed };
}
