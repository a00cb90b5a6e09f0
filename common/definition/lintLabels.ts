/**
 * Rules for labels: complete in both languages, for exactly the names of the entity. The compiler checks most of this; stored JSON is
 * checked only here.
 */
import { isObject } from '../json';
import { definitionProblem, type DefinitionProblem, type DefinitionProblemCode } from './definitionProblem';
import { entityLabels } from '../locales/entityLabels';
import type { AnyEntity, AnyLabels } from '../entity/entity';
import { ENGLISH_GROUP, translatedField } from '../entity/translations/companions';

const LANGUAGES = ['en', 'zh-cn'] as const;
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Every name must have a label, and every label a name. */
function* lintLabelKeys(
  labels: unknown,
  names: readonly string[],
  [missing, surplus]: readonly [DefinitionProblemCode, DefinitionProblemCode],
  params: DefinitionProblem['params'] = {},
): Iterable<DefinitionProblem> {
  const labelsByName = isObject(labels) ? labels : {};
  for (const name of names) if (!isText(labelsByName[name])) yield definitionProblem(missing, { ...params, name });
  for (const name of Object.keys(labelsByName))
    if (!names.includes(name)) yield definitionProblem(surplus, { ...params, name });
}

function* lintFieldLabels(entity: AnyEntity, labels: AnyLabels): Iterable<DefinitionProblem> {
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const fieldLabel = labels[name];
    if (fieldLabel === undefined && translatedField(entity.spec, name) !== undefined) continue; // its label is derived
    const { values } = field.options;
    if (values === undefined) {
      if (!isText(fieldLabel)) yield definitionProblem('label_missing', { name });
      continue;
    }
    const [label, choices]: readonly unknown[] = Array.isArray(fieldLabel) ? (fieldLabel as readonly unknown[]) : [];
    if (!isText(label)) yield definitionProblem('label_missing', { name });
    yield* lintLabelKeys(choices, Object.keys(values), ['choice_label_missing', 'choice_label_surplus'], {
      field: name,
    });
  }
  for (const name of Object.keys(labels))
    if (!name.startsWith('$') && !Object.hasOwn(entity.spec.fields, name))
      yield definitionProblem('label_surplus', { name });
}

function* lintEntityLabels(entity: AnyEntity, labels: AnyLabels): Iterable<DefinitionProblem> {
  if (!isText(labels.$one) || !isText(labels.$many)) yield definitionProblem('entity_label_missing');
  yield* lintFieldLabels(entity, labels);
  const groups = entity.spec.form.flatMap((part) => (typeof part === 'object' && 'group' in part ? [part.group] : []));
  const isDerived = (group: string) => group === ENGLISH_GROUP && entity.spec.translations !== undefined;
  const declaredGroups = groups.filter((group) => !isDerived(group));
  yield* lintLabelKeys(labels['$groups'], declaredGroups, ['group_label_missing', 'group_label_surplus']);
  yield* lintActionLabels(entity, labels['$actions']);
  yield* lintTextsOfFields(entity, labels['$help'], 'help_surplus');
  yield* lintTextsOfFields(entity, labels['$invalid'], 'invalid_surplus');
}

/** Every action must have a label; the permission of a transition can have one. */
function* lintActionLabels({ spec }: AnyEntity, labels: unknown): Iterable<DefinitionProblem> {
  const { actions = [], transitions = {} } = spec;
  const steps = Object.values(transitions).flatMap((byName) => Object.values(byName ?? {}));
  const labelled = isObject(labels) ? labels : {};
  const transitionActions = steps.flatMap(({ node }) => (node !== undefined && isText(labelled[node]) ? [node] : []));
  yield* lintLabelKeys(
    labels,
    [...new Set([...actions, ...transitionActions])],
    ['action_label_missing', 'action_label_surplus'],
  );
}

/** Texts that fields can have, such as help: each belongs to a field and is not empty. */
function* lintTextsOfFields(
  entity: AnyEntity,
  texts: unknown,
  surplus: DefinitionProblemCode,
): Iterable<DefinitionProblem> {
  for (const [name, text] of Object.entries(isObject(texts) ? texts : {}))
    if (!Object.hasOwn(entity.spec.fields, name) || !isText(text)) yield definitionProblem(surplus, { name });
}

/** Two columns must not share a label: people could not tell them apart in a filter, form or export. */
function* lintDuplicateLabels(entity: AnyEntity, lang: (typeof LANGUAGES)[number]): Iterable<DefinitionProblem> {
  const names = new Map<string, string>();
  for (const [name, label] of Object.entries(entityLabels(entity, lang).fields)) {
    const normalizedLabel = label.trim().toLowerCase();
    const other = names.get(normalizedLabel);
    if (other !== undefined) yield definitionProblem('label_twice', { other, name, label });
    names.set(normalizedLabel, name);
  }
}

/** Reports missing and surplus labels. Help and messages must exist in both languages or in neither. */
export function* lintLabels(entity: AnyEntity): Iterable<DefinitionProblem> {
  for (const lang of LANGUAGES)
    for (const problem of [...lintEntityLabels(entity, entity.spec.labels[lang]), ...lintDuplicateLabels(entity, lang)])
      yield { ...problem, params: { ...problem.params, lang } };
  if (!isGivenForSame(entity, '$help')) yield definitionProblem('help_one_language');
  if (!isGivenForSame(entity, '$invalid')) yield definitionProblem('invalid_one_language');
}

/** Whether the texts are given for the same fields in both languages. */
function isGivenForSame({ spec: { labels } }: AnyEntity, key: '$help' | '$invalid'): boolean {
  const [en, zh] = LANGUAGES.map((lang) =>
    Object.keys(labels[lang][key] ?? {})
      .sort()
      .join(),
  );
  return en === zh;
}
