/** The design that describes a definition: the inverse of `designToEntity`. */
import type { AnyEntity, AnyLabels } from '../entity/entity';
import type { Field, Json } from '../entity/field';
import { formFieldNames } from '../definition/lintDefinition';
import { ENGLISH_GROUP } from '../entity/translations/companions';
import { expandTranslations } from '../entity/translations/expandTranslations';
import { asRecord, asStringRecord, stringOrEmpty } from '../json';
import { LANGUAGES, type Lang } from '../lang';
import {
  completeField,
  completeSettings,
  parseOptions,
  nullIfNoOptions,
  primaryKeyField,
  type CompleteField,
  type CompleteSettings,
} from './completeDesign';
import type { Design } from './design';
import { accessToDesign } from './designAccess';
import { STANDARD_LIST_COLUMNS } from './designChoices';
import { PASSED_OPTIONS, chooseListColumns } from './designToEntity';
import { fieldToDesign, isSameJson } from './fieldOptions';
import { computeFormPlaces, type FormPlace } from './formLayout';

type Spec = AnyEntity['spec'];
/** A design with all columns of its rows. */
export interface CompleteDesign extends Design {
  readonly settings: CompleteSettings;
  readonly fields: readonly CompleteField[];
}

/** Removes the companions that `expandTranslations` adds again, and their group. */
function withoutCompanions(spec: Spec): Spec {
  const last = spec.form.at(-1);
  if (typeof last !== 'object' || !('group' in last) || last.group !== ENGLISH_GROUP) return spec;
  const companions = last.rows.flat();
  const fields = Object.fromEntries(Object.entries(spec.fields).filter(([name]) => !companions.includes(name)));
  const collapsed = { ...spec, fields, form: spec.form.slice(0, -1) };
  return isSameJson(expandTranslations(collapsed), spec) ? collapsed : spec;
}

/** The names of the fields in the order of the form, then the others. */
function orderedNames(spec: Spec): readonly string[] {
  const inForm = formFieldNames({ name: '', spec });
  return [...inForm, ...Object.keys(spec.fields).filter((name) => !inForm.includes(name))];
}

const fieldLabel = (labels: AnyLabels, name: string): string => {
  const label: unknown = labels[name];
  return stringOrEmpty(Array.isArray(label) ? label[0] : label);
};
const choiceLabel = (labels: AnyLabels, name: string, choice: string): string => {
  const label: unknown = labels[name];
  return stringOrEmpty(Array.isArray(label) ? asRecord(label[1])?.[choice] : undefined);
};
const textFor = (labels: AnyLabels, key: '$help' | '$invalid', name: string): string =>
  stringOrEmpty(asRecord(labels[key])?.[name]);

function choicesColumn(name: string, { options }: Field, { en, 'zh-cn': zh }: Spec['labels']): Json {
  const values = options.values && Object.entries(options.values as Readonly<Record<string, string | number>>);
  return (
    values?.map(([choice, value]) => ({
      name: choice,
      value,
      en: choiceLabel(en, name, choice),
      zh: choiceLabel(zh, name, choice),
    })) ?? null
  );
}

/** The label of the permission of a transition, unless it is that of an action of the entity. */
const permissionLabel = ({ actions = [], labels }: Spec, lang: Lang, node: string | undefined): string =>
  node === undefined || actions.includes(node) ? '' : stringOrEmpty(asRecord(labels[lang]['$actions'])?.[node]);

function transitionsColumn(spec: Spec, field: string): Json {
  const transitions = spec.transitions?.[field];
  if (transitions === undefined) return null;
  return Object.entries(transitions).map(([name, { from, to, node, super: superOnly }]) => {
    const [en, zh] = [permissionLabel(spec, 'en', node), permissionLabel(spec, 'zh-cn', node)];
    return {
      name,
      from,
      to,
      ...(node === undefined ? {} : { node }),
      ...(superOnly === true ? { super: true } : {}),
      ...(en === '' ? {} : { en }),
      ...(zh === '' ? {} : { zh }),
    };
  });
}

function fieldColumns(spec: Spec, name: string, field: Field, place: FormPlace | undefined): CompleteField {
  const { labels, locked, list, translations } = spec;
  const options = fieldToDesign(field);
  return completeField({
    ...options,
    name,
    kind: field.kind,
    label_en: fieldLabel(labels.en, name),
    label_zh: fieldLabel(labels['zh-cn'], name),
    help_en: textFor(labels.en, '$help', name),
    help_zh: textFor(labels['zh-cn'], '$help', name),
    invalid_en: textFor(labels.en, '$invalid', name),
    invalid_zh: textFor(labels['zh-cn'], '$invalid', name),
    choices: choicesColumn(name, field, labels),
    transitions: transitionsColumn(spec, name),
    locked_when: locked?.field === name ? locked.when : null,
    in_list: list.columns.includes(name) ? 1 : 0,
    in_form: place === undefined ? 0 : 1,
    ...place?.columns,
    is_translated: translations?.includes(name) ? 1 : 0,
    other_options: nullIfNoOptions({ ...parseOptions(options.other_options), ...place?.other }),
  });
}

const sameOrNone = (names: readonly string[], usual: readonly string[]): Json | undefined =>
  isSameJson(names, usual) ? undefined : names;

function otherSettings(spec: Spec, settings: CompleteSettings, fields: readonly CompleteField[]): Json {
  const passed = Object.fromEntries(PASSED_OPTIONS.map((key) => [key, spec[key] as Json | undefined])); // a definition is JSON
  const translated = fields.filter((field) => field.is_translated === 1).map((field) => field.name);
  return nullIfNoOptions({
    ...passed,
    sensitivity: spec.sensitivity === 'money' ? 'money' : undefined,
    access: accessToDesign(spec.access).other,
    listColumns: sameOrNone(spec.list.columns, chooseListColumns(settings, fields)),
    optionalColumns: spec.list.optional,
    translationOrder: sameOrNone(spec.translations ?? [], translated),
    actionLabels: actionLabels(spec),
    rowLabels: rowLabels(spec.labels),
  });
}

/** The labels of the entity's own actions by language; undefined without any. Those of transitions are in their fields. */
function actionLabels({ actions = [], labels }: Spec): Json | undefined {
  const getLabels = (lang: Lang) =>
    Object.fromEntries(
      Object.entries(asStringRecord(labels[lang]['$actions'])).filter(([name]) => actions.includes(name)),
    );
  return actions.length === 0 ? undefined : { en: getLabels('en'), 'zh-cn': getLabels('zh-cn') };
}

/** The names of several rows in a sentence, by language; undefined without any. */
function rowLabels(labels: AnyEntity['spec']['labels']): Json | undefined {
  const named = LANGUAGES.flatMap((lang) => {
    const { $rows } = labels[lang];
    return typeof $rows === 'string' ? [[lang, $rows] as const] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function settingsColumns({ name, spec }: AnyEntity): CompleteSettings {
  const { sort } = spec.list;
  const { sensitivity } = spec;
  const { en, 'zh-cn': zh } = spec.labels;
  const standard = Object.values(STANDARD_LIST_COLUMNS);
  return completeSettings({
    table_name: name,
    one_en: en.$one,
    many_en: en.$many,
    one_zh: zh.$one,
    many_zh: zh.$many,
    menu: spec.menu,
    icon: spec.icon,
    sensitivity: sensitivity === 'public' || sensitivity === 'restricted' ? sensitivity : 'internal',
    title_field: spec.title,
    sort_field: sort?.replace(/^-/, '') ?? '',
    sort_descending: sort === undefined || sort.startsWith('-') ? 1 : 0,
    standard_columns: standard.filter(
      (column) => spec.list.columns.includes(column) && !Object.hasOwn(spec.fields, column),
    ),
    owner_field: spec.owner ?? '',
    tree_field: spec.tree ?? '',
    ...accessToDesign(spec.access).columns,
    merge_groups: spec.mergeGroups === undefined || spec.mergeGroups.length === 0 ? null : spec.mergeGroups,
  });
}

/**
 * The design of a definition. Its fields are in the order of the form, then those outside the form; the primary key is first.
 * A definition and that of its design differ only in the order of the fields, and in parts without effect: empty groups and lists,
 * rows of the form with one input as a list, `super: false`.
 */
export function entityToDesign(entity: AnyEntity): CompleteDesign {
  const spec = withoutCompanions(entity.spec);
  const settings = settingsColumns({ name: entity.name, spec });
  const places = computeFormPlaces(spec.form, spec.labels);
  const fields = orderedNames(spec).flatMap((name) => {
    const field = spec.fields[name];
    return field === undefined ? [] : [fieldColumns(spec, name, field, places.get(name))];
  });
  return {
    settings: { ...settings, other_options: otherSettings(spec, settings, fields) },
    fields: [primaryKeyField(), ...fields],
  };
}
