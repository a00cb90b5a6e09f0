/** The definition that a design describes. Only for designs in which `checkDesign` finds no problem. */
import type { AnyEntity, AnyLabels } from '../entity/entity';
import type { Json } from '../entity/field';
import { expandTranslations } from '../entity/translations/expandTranslations';
import { parseOptions, type CompleteField, type CompleteSettings } from './completeDesign';
import type { Design, DesignTransition } from './design';
import { designToAccess } from './designAccess';
import { readDesign } from './check/readDesign';
import { isFieldKind } from './designKinds';
import { parseChoices, designToField, usesColumn } from './fieldOptions';
import { fieldsToForm, type DesignedForm } from './formLayout';

type Spec = AnyEntity['spec'];

/** Options of a definition that a design only passes on, in `other_options`. */
export const PASSED_OPTIONS = [
  'base',
  'memberRule',
  'publicId',
  'personal',
  'noHistory',
  'keptDays',
  'superOnly',
  'nodes',
  'pickerColumns',
  'either',
  'onDelete',
  'searchedTogether',
  'children',
  'actions',
  'actionNodes',
] as const;
/** Other keys of `other_options`: what the columns of a design cannot express. */
export const DESIGN_ONLY_OPTIONS = [
  'sensitivity',
  'access',
  'listColumns',
  'optionalColumns',
  'translationOrder',
  'actionLabels',
  'rowLabels',
] as const;
/** A key of `other_options` of a design. */
export type DesignOption = (typeof PASSED_OPTIONS)[number] | (typeof DESIGN_ONLY_OPTIONS)[number];

/** The columns of a list in their usual order: the id, the fields, the other standard columns. */
export function chooseListColumns(settings: CompleteSettings, fields: readonly CompleteField[]): readonly string[] {
  const standard = settings.standard_columns;
  return [
    ...(standard.includes('id') ? ['id'] : []),
    ...fields.filter((field) => field.in_list === 1).map((field) => field.name),
    ...(['weigh', 'create_time', 'update_time'] as const).filter((name) => standard.includes(name)),
  ];
}

/** The names in their stored order, as long as it has the same names. */
export function sortByStoredOrder(names: readonly string[], stored: Json | undefined): readonly string[] {
  const order = Array.isArray(stored) ? (stored as readonly Json[]) : [];
  const isSameSet = order.length === names.length && names.every((name) => order.includes(name));
  return isSameSet ? order.map(String) : names;
}

const namesIn = (value: Json): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The transitions of a field; `checkDesign` has checked each. */
function listTransitions(field: CompleteField): readonly DesignTransition[] {
  const list: unknown = usesColumn(getKind(field), 'transitions') ? field.transitions : null;
  return Array.isArray(list) ? (list as readonly DesignTransition[]) : [];
}
function findTransitions(fields: readonly CompleteField[]): Spec['transitions'] {
  const entries = fields.flatMap((field) => {
    const list = listTransitions(field);
    if (list.length === 0) return [];
    return [
      [field.name, Object.fromEntries(list.map((transition) => [transition.name, getTransition(transition)]))] as const,
    ];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
const getTransition = ({ from, to, node, super: superOnly }: DesignTransition) => ({
  from,
  to,
  ...(node === undefined ? {} : { node }),
  ...(superOnly === true ? { super: true as const } : {}),
});

/** The labels of the permissions of transitions in one language. */
function transitionLabels(fields: readonly CompleteField[], lang: 'en' | 'zh'): Readonly<Record<string, string>> {
  const transitions = fields.flatMap((field) => listTransitions(field));
  const labels = transitions.flatMap((transition) => {
    const { node, [lang]: label } = transition;
    return node === undefined || label === undefined ? [] : [[node, label] as const];
  });
  return Object.fromEntries(labels);
}

function findLocked(fields: readonly CompleteField[]): Spec['locked'] {
  const field = fields.find(
    (candidate) => usesColumn(getKind(candidate), 'locked_when') && namesIn(candidate.locked_when).length > 0,
  );
  return field && { field: field.name, when: namesIn(field.locked_when) };
}

const getKind = ({ kind }: CompleteField) => (isFieldKind(kind) ? kind : 'text');

function getLabels(
  settings: CompleteSettings,
  fields: readonly CompleteField[],
  form: DesignedForm,
  lang: 'en' | 'zh',
): AnyLabels {
  const getTexts = (column: 'help' | 'invalid') =>
    fields.flatMap((field) => {
      const isUsed = column === 'help' || usesColumn(getKind(field), `invalid_${lang}`);
      const text = field[`${column}_${lang}`];
      return text === '' || !isUsed ? [] : [[field.name, text] as const];
    });
  const [helps, messages] = [getTexts('help'), getTexts('invalid')];
  const headings = form.headings[lang];
  const otherOptions = parseOptions(settings.other_options);
  const langKey = lang === 'en' ? 'en' : 'zh-cn';
  const actions = {
    ...parseOptions(parseOptions(otherOptions['actionLabels'])[langKey]),
    ...transitionLabels(fields, lang),
  };
  const rows = parseOptions(otherOptions['rowLabels'])[langKey];
  const labels = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const label = field[`label_${lang}`];
    const choices = parseChoices(field).map((choice) => [choice.name, choice[lang]] as const);
    if (getKind(field) === 'choice' || getKind(field) === 'choices')
      return [[field.name, [label, Object.fromEntries(choices)]]];
    return label === '' ? [] : [[field.name, label]];
  });
  return {
    $one: settings[`one_${lang}`],
    $many: settings[`many_${lang}`],
    ...(rows === undefined ? {} : { $rows: rows }),
    ...(helps.length === 0 ? {} : { $help: Object.fromEntries(helps) }),
    ...(messages.length === 0 ? {} : { $invalid: Object.fromEntries(messages) }),
    ...(Object.keys(headings).length === 0 ? {} : { $groups: headings }),
    ...(Object.keys(actions).length === 0 ? {} : { $actions: actions }),
    ...Object.fromEntries(labels),
  };
}

/** Options that are absent from the specification when they are undefined. */
function optionalParts(settings: CompleteSettings, fields: readonly CompleteField[]): Partial<Spec> {
  const other = parseOptions(settings.other_options);
  const translated = fields.filter((field) => field.is_translated === 1 && usesColumn(getKind(field), 'is_translated'));
  const translations = sortByStoredOrder(
    translated.map((field) => field.name),
    other['translationOrder'],
  );
  const mergeGroups = Array.isArray(settings.merge_groups)
    ? (settings.merge_groups as readonly Json[]).map(namesIn)
    : [];
  const parts = {
    ...Object.fromEntries(PASSED_OPTIONS.map((key) => [key, other[key]])),
    owner: settings.owner_field === '' ? undefined : settings.owner_field,
    tree: settings.tree_field === '' ? undefined : settings.tree_field,
    translations: translations.length === 0 ? undefined : translations,
    mergeGroups: mergeGroups.length === 0 ? undefined : mergeGroups,
    transitions: findTransitions(fields),
    locked: findLocked(fields),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** The fields by name. A former name that another field has now is forgotten. */
function getFields(settings: CompleteSettings, fields: readonly CompleteField[]): Spec['fields'] {
  const names = new Set(fields.map(({ name }) => name));
  const entries = fields.map((field) => {
    const { kind, options } = designToField(field, getKind(field), settings.tree_field === field.name);
    const { formerNames, ...others } = options;
    const former = formerNames?.filter((name) => !names.has(name)) ?? [];
    return [field.name, { kind, options: former.length === 0 ? others : { ...others, formerNames: former } }] as const;
  });
  return Object.fromEntries(entries);
}

/** Builds the definition of a design. Ids of rows, remarks and applied names are not part of it. */
export function designToEntity(design: Design): AnyEntity {
  const { settings, fields: all } = readDesign(design); // exactly what `checkDesign` has checked
  const fields = all.filter((field) => isFieldKind(field.kind));
  const other = parseOptions(settings.other_options);
  const form = fieldsToForm(fields);
  const sort =
    settings.sort_field === '' ? undefined : `${settings.sort_descending === 1 ? '-' : ''}${settings.sort_field}`;
  const columns = sortByStoredOrder(chooseListColumns(settings, fields), other['listColumns']);
  const optional = namesIn(other['optionalColumns'] ?? null).filter((name) => columns.includes(name));
  const spec: Spec = {
    menu: settings.menu,
    icon: settings.icon,
    sensitivity: other['sensitivity'] === 'money' ? 'money' : settings.sensitivity,
    fields: getFields(settings, fields),
    title: settings.title_field,
    list: {
      columns,
      ...(optional.length === 0 ? {} : { optional }),
      ...(sort === undefined ? {} : { sort }),
    },
    form: form.form,
    access: designToAccess(settings),
    ...optionalParts(settings, fields),
    labels: { en: getLabels(settings, fields, form, 'en'), 'zh-cn': getLabels(settings, fields, form, 'zh') },
  };
  return { name: settings.table_name, spec: expandTranslations(spec) };
}
