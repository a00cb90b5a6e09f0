/** The laws of words: complete in both languages, for exactly what the entity has. The compiler sees most; stored JSON meets only these. */
import { entityWords } from '../locales/entityWords';
import type { AnyEntity, AnyLabels } from './entity';

const LANGUAGES = ['en', 'zh-cn'] as const;
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every name has a word, and every word a name. */
function* exactly(words: unknown, names: readonly string[], what: string): Iterable<string> {
  const bag = isBag(words) ? words : {};
  for (const name of names) if (!isText(bag[name])) yield `${what} “${name}” has no word`;
  for (const name of Object.keys(bag))
    if (!names.includes(name)) yield `there is a word for ${what} “${name}”, which does not exist`;
}

function* fieldWords(entity: AnyEntity, words: AnyLabels): Iterable<string> {
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const word = words[name];
    const { values } = field.options;
    if (values === undefined) {
      if (!isText(word)) yield `the field “${name}” has no word`;
      continue;
    }
    const [label, choices]: readonly unknown[] = Array.isArray(word) ? (word as readonly unknown[]) : [];
    if (!isText(label)) yield `the field “${name}” has no word`;
    yield* exactly(choices, Object.keys(values), `the choice of ${name}`);
  }
  for (const name of Object.keys(words))
    if (!name.startsWith('$') && !Object.hasOwn(entity.spec.fields, name))
      yield `there is a word for “${name}”, which is no field`;
}

function* wordsOf(entity: AnyEntity, words: AnyLabels): Iterable<string> {
  if (!isText(words.$one) || !isText(words.$many)) yield 'the entity itself has no name';
  yield* fieldWords(entity, words);
  const groups = entity.spec.form.flatMap((part) => (typeof part === 'object' && 'group' in part ? [part.group] : []));
  yield* exactly(words['$groups'], groups, 'the form group');
  yield* exactly(words['$actions'], entity.spec.actions ?? [], 'the action');
  const help = words['$help'];
  for (const [name, text] of Object.entries(isBag(help) ? help : {}))
    if (!Object.hasOwn(entity.spec.fields, name) || !isText(text))
      yield `the help for “${name}” belongs to no field or is empty`;
}

/** In a filter, a form or an export two columns of one label are the same to a person. */
function* labelLaw(entity: AnyEntity, lang: (typeof LANGUAGES)[number]): Iterable<string> {
  const names = new Map<string, string>();
  for (const [name, label] of Object.entries(entityWords(entity, lang).fields)) {
    const said = label.trim().toLowerCase();
    const other = names.get(said);
    if (other !== undefined) yield `“${other}” and “${name}” have the same label “${label}”`;
    names.set(said, name);
  }
}

/** What is missing or left over among the words. Help must be given in both languages or in neither. */
export function* checkWords(entity: AnyEntity): Iterable<string> {
  for (const lang of LANGUAGES)
    for (const problem of [...wordsOf(entity, entity.spec.labels[lang]), ...labelLaw(entity, lang)])
      yield `in ${lang}, ${problem}`;
  const [en, zh] = LANGUAGES.map((lang) =>
    Object.keys(entity.spec.labels[lang]['$help'] ?? {})
      .sort()
      .join(),
  );
  if (en !== zh) yield 'help is given for different fields in the two languages';
}
