/** Rules for labels: complete in both languages, for exactly the names of the entity. The compiler checks most of this; stored JSON is checked only here. */
import { isObject } from '../json';
import { entityLabels } from '../locales/entityLabels';
import type { AnyEntity, AnyLabels } from '../entity/entity';
import { ENGLISH_GROUP, translatedField } from '../entity/translations/companions';

const LANGUAGES = ['en', 'zh-cn'] as const;
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Every name must have a label, and every label a name. */
function* lintLabelKeys(labels: unknown, names: readonly string[], what: string): Iterable<string> {
  const labelsByName = isObject(labels) ? labels : {};
  for (const name of names) if (!isText(labelsByName[name])) yield `${what} “${name}” has no label`;
  for (const name of Object.keys(labelsByName))
    if (!names.includes(name)) yield `a label names ${what} “${name}”, which does not exist`;
}

function* lintFieldLabels(entity: AnyEntity, labels: AnyLabels): Iterable<string> {
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const fieldLabel = labels[name];
    if (fieldLabel === undefined && translatedField(entity.spec, name) !== undefined) continue; // its label is derived
    const { values } = field.options;
    if (values === undefined) {
      if (!isText(fieldLabel)) yield `the field “${name}” has no label`;
      continue;
    }
    const [label, choices]: readonly unknown[] = Array.isArray(fieldLabel) ? (fieldLabel as readonly unknown[]) : [];
    if (!isText(label)) yield `the field “${name}” has no label`;
    yield* lintLabelKeys(choices, Object.keys(values), `the choice of ${name}`);
  }
  for (const name of Object.keys(labels))
    if (!name.startsWith('$') && !Object.hasOwn(entity.spec.fields, name))
      yield `a label names “${name}”, which is not a field`;
}

function* lintEntityLabels(entity: AnyEntity, labels: AnyLabels): Iterable<string> {
  if (!isText(labels.$one) || !isText(labels.$many)) yield 'the labels $one and $many of the entity are missing';
  yield* lintFieldLabels(entity, labels);
  const groups = entity.spec.form.flatMap((part) => (typeof part === 'object' && 'group' in part ? [part.group] : []));
  const isDerived = (group: string) => group === ENGLISH_GROUP && entity.spec.translations !== undefined;
  const declaredGroups = groups.filter((group) => !isDerived(group));
  yield* lintLabelKeys(labels['$groups'], declaredGroups, 'the form group');
  yield* lintLabelKeys(labels['$actions'], entity.spec.actions ?? [], 'the action');
  const help = labels['$help'];
  for (const [name, text] of Object.entries(isObject(help) ? help : {}))
    if (!Object.hasOwn(entity.spec.fields, name) || !isText(text))
      yield `the help for “${name}” belongs to no field or is empty`;
}

/** Two columns must not share a label: people could not tell them apart in a filter, form or export. */
function* lintDuplicateLabels(entity: AnyEntity, lang: (typeof LANGUAGES)[number]): Iterable<string> {
  const names = new Map<string, string>();
  for (const [name, label] of Object.entries(entityLabels(entity, lang).fields)) {
    const normalizedLabel = label.trim().toLowerCase();
    const other = names.get(normalizedLabel);
    if (other !== undefined) yield `“${other}” and “${name}” have the same label “${label}”`;
    names.set(normalizedLabel, name);
  }
}

/** Reports missing and surplus labels. Help must exist in both languages or in neither. */
export function* lintLabels(entity: AnyEntity): Iterable<string> {
  for (const lang of LANGUAGES)
    for (const problem of [...lintEntityLabels(entity, entity.spec.labels[lang]), ...lintDuplicateLabels(entity, lang)])
      yield `in ${lang}, ${problem}`;
  const [en, zh] = LANGUAGES.map((lang) =>
    Object.keys(entity.spec.labels[lang]['$help'] ?? {})
      .sort()
      .join(),
  );
  if (en !== zh) yield 'help is given for different fields in the two languages';
}
