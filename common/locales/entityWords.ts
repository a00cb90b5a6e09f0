/** The names of an entity and its fields in one language. They need no other words, so a small app may have them alone. */
import type { AnyEntity, AnyLabels } from '../entity/entity';
import { columnsOf } from '../entity/meta';
import { columns as columnsEn } from './en/columns';
import type { Lang } from './index';
import { columns as columnsZh } from './zh-cn/columns';

const COLUMNS = { en: columnsEn, 'zh-cn': columnsZh } as const;
const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export interface EntityWords {
  readonly one: string;
  readonly many: string;
  /** Labels of all columns, standard ones included. */
  readonly fields: Readonly<Record<string, string>>;
  /** `choices[field][name of the choice]`. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly help: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, string>>;
}

const textsOf = (bag: unknown): Readonly<Record<string, string>> =>
  isBag(bag)
    ? Object.fromEntries(Object.entries(bag).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {};
const labelOf = (word: unknown): string | undefined => {
  const label: unknown = Array.isArray(word) ? word[0] : word;
  return typeof label === 'string' ? label : undefined;
};

function collect(entity: AnyEntity, words: AnyLabels, lang: Lang): EntityWords {
  const names = [...columnsOf(entity).keys()];
  const standard = textsOf(COLUMNS[lang]);
  const label = (name: string) =>
    labelOf(words[name]) ?? (Object.hasOwn(standard, name) ? standard[name] : name) ?? name;
  const choices = Object.keys(entity.spec.fields).flatMap((name) => {
    const word = words[name];
    return Array.isArray(word) ? [[name, textsOf(word[1])] as const] : [];
  });
  return {
    one: words.$one,
    many: words.$many,
    fields: Object.fromEntries(names.map((name) => [name, label(name)])),
    choices: Object.fromEntries(choices),
    help: textsOf(words['$help']),
    groups: textsOf(words['$groups']),
    actions: textsOf(words['$actions']),
  };
}

const known = new WeakMap<AnyEntity, Map<Lang, EntityWords>>();
/** All names an entity has in a language, computed once. */
export function entityWords(entity: AnyEntity, lang: Lang): EntityWords {
  const byLang = known.get(entity) ?? new Map<Lang, EntityWords>();
  known.set(entity, byLang);
  const words = byLang.get(lang) ?? collect(entity, entity.spec.labels[lang], lang);
  byLang.set(lang, words);
  return words;
}
