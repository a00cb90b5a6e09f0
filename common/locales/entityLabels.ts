/**
 * Labels of an entity in one language: its names, and the labels of its columns and choices. They need no other texts, so a small app
 * can load only these.
 */
import { asStringRecord } from '../json';
import type { AnyEntity, AnyLabels } from '../entity/entity';
import { getColumns } from '../entity/columns';
import { ENGLISH_GROUP, translatedField } from '../entity/translations/companions';
import { columns as columnsEn } from './en/columns';
import type { Lang } from '../lang';
import { columns as columnsZh } from './zh-cn/columns';

const COLUMNS = { en: columnsEn, 'zh-cn': columnsZh } as const;

export interface EntityLabels {
  readonly one: string;
  /** The name of the list and of its menu entry. */
  readonly many: string;
  /** The plural inside a sentence, such as “3 rows were deleted”. */
  readonly rows: string;
  /** Labels of all columns, standard ones included. */
  readonly fields: Readonly<Record<string, string>>;
  /** `choices[field][name of the choice]`. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly help: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, string>>;
}

const labelText = (value: unknown): string | undefined => {
  const label: unknown = Array.isArray(value) ? value[0] : value;
  return typeof label === 'string' ? label : undefined;
};

/** Labels of the field permissions, which name their fields, such as “See phone, email”. */
function fieldActions(
  entity: AnyEntity,
  label: (name: string) => string,
  lang: Lang,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const { see, write } = COLUMNS[lang].permission;
  for (const [name, { options }] of Object.entries(entity.spec.fields))
    for (const [action, text] of [
      [options.readPermission, see],
      [options.writePermission, write],
    ] as const)
      if (action !== undefined)
        fields[action] =
          fields[action] === undefined
            ? text.replace('{{fields}}', () => label(name))
            : fields[action] + (lang === 'en' ? ', ' : '、') + label(name);
  return fields;
}

function collectLabels(entity: AnyEntity, labels: AnyLabels, lang: Lang): EntityLabels {
  const names = [...getColumns(entity).keys()];
  const standard = asStringRecord(COLUMNS[lang]);
  const { english } = COLUMNS[lang];
  const declaredLabel = (name: string) =>
    labelText(labels[name]) ?? (Object.hasOwn(standard, name) ? standard[name] : name) ?? name;
  const label = (name: string) => {
    const translated = translatedField(entity.spec, name);
    return translated === undefined || labels[name] !== undefined
      ? declaredLabel(name)
      : english.field.replace('{{label}}', () => declaredLabel(translated));
  };
  const choices = Object.keys(entity.spec.fields).flatMap((name) => {
    const label = labels[name];
    return Array.isArray(label) ? [[name, asStringRecord(label[1])] as const] : [];
  });
  return {
    one: labels.$one,
    many: labels.$many,
    rows: labelText(labels['$rows']) ?? labels.$many,
    fields: Object.fromEntries(names.map((name) => [name, label(name)])),
    choices: Object.fromEntries(choices),
    help: asStringRecord(labels['$help']),
    groups: {
      ...asStringRecord(labels['$groups']),
      ...(entity.spec.translations && { [ENGLISH_GROUP]: english.group }),
    },
    actions: { ...fieldActions(entity, label, lang), ...asStringRecord(labels['$actions']) },
  };
}

const labelsCache = new WeakMap<AnyEntity, Map<Lang, EntityLabels>>();
/** All names an entity has in a language, computed once. */
export function entityLabels(entity: AnyEntity, lang: Lang): EntityLabels {
  const byLang = labelsCache.get(entity) ?? new Map<Lang, EntityLabels>();
  labelsCache.set(entity, byLang);
  const labels = byLang.get(lang) ?? collectLabels(entity, entity.spec.labels[lang], lang);
  byLang.set(lang, labels);
  return labels;
}

/** Whether the labels of a language are loaded: a browser loads only those of its own language at first. */
export const hasEntityLabels = ({ spec }: AnyEntity, lang: Lang): boolean => {
  const labels: Partial<Record<Lang, AnyLabels>> = spec.labels;
  return labels[lang] !== undefined;
};
