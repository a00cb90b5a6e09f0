/** Applies renames to the rest of a design: settings that name a field, and properties that name a choice. */
import { isList, type Json } from '../entity/field';
import { isObject } from '../json';

type Names = ReadonlyMap<string, string>;
type Row = Readonly<Record<string, Json | undefined>>;

const FIELD_SETTINGS = ['title_field', 'sort_field', 'owner_field', 'tree_field'] as const;

/** Replaces texts that are a former name, at any depth of lists. */
function renameTexts(value: Json, names: Names): Json {
  if (typeof value === 'string') return names.get(value) ?? value;
  return isList(value) ? value.map((item) => renameTexts(item, names)) : value;
}
const isEqual = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The settings of a design that change when one of its fields is renamed. */
export function renameFieldInSettings(settings: Row, from: string, to: string): Readonly<Record<string, Json>> {
  const names: Names = new Map([[from, to]]);
  const changes: Record<string, Json> = {};
  for (const setting of [...FIELD_SETTINGS, 'merge_groups']) {
    const value = settings[setting] ?? null;
    const renamed = renameTexts(value, names);
    if (!isEqual(value, renamed)) changes[setting] = renamed;
  }
  return changes;
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

/**
 * The properties of a field that change when its choices are renamed.
 * @param before The choices before.
 * @param field The field as it will be stored.
 */
export function renameChoicesInField(before: Json | undefined, field: Row): Readonly<Record<string, Json>> {
  const names = renamedChoices(before, field['choices']);
  if (names.size === 0) return {};
  const { transitions = null, locked_when: locked = null, default_value: initial = '' } = field;
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
  };
  const former: Readonly<Record<string, Json>> = { transitions, locked_when: locked, default_value: initial };
  return Object.fromEntries(Object.entries(renamed).filter(([name, value]) => !isEqual(value, former[name] ?? null)));
}
