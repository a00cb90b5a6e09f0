/** Parses stored, untrusted JSON into an entity: checks first its form, then the rules. Invariant: `parseEntity(serializeEntity(e))` equals `e`. */
import { isObject } from '../json';
import { truncate } from '../text/normalize';
import { definitionProblem, englishSentence, type DefinitionProblem } from './definitionProblem';
import { findDefinitionProblems } from './lintDefinition';
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { FIELD_KINDS, OPERATORS, type FieldKind } from '../entity/fieldKinds';
import { DISPLAYS } from '../entity/lists/listOptions';
import { renameLegacyOptions } from './legacyOptions';
import {
  numberGuard,
  jsonGuard,
  textGuard,
  anyOfGuard,
  listGuard,
  objectGuard,
  oneOfGuard,
  recordGuard,
  tupleGuard,
  type JsonGuard,
} from './jsonGuards';

export type ReadEntity = { readonly entity: AnyEntity } | { readonly problems: readonly DefinitionProblem[] };
export type ParsedEntity = { readonly entity: AnyEntity } | { readonly problems: readonly string[] };

const MAX = {
  fields: 200,
  values: 200,
  words: 400,
  word: 500,
  rows: 100,
  grants: 20,
  formerNames: 20,
  targetFields: 4,
  permission: 46,
} as const;
const trueGuard = oneOfGuard(true);
const nameGuard = textGuard(40);
const labelGuard = textGuard(MAX.word);
const commonOptions = {
  required: trueGuard,
  readonly: trueGuard,
  default: jsonGuard,
  sensitivity: oneOfGuard('public', 'internal', 'restricted', 'money', 'secret'),
  readPermission: textGuard(MAX.permission),
  writePermission: textGuard(MAX.permission),
  operators: listGuard(oneOfGuard(...OPERATORS), OPERATORS.length),
  sortable: oneOfGuard(false),
  display: oneOfGuard(...DISPLAYS),
  width: numberGuard,
  formerNames: listGuard(textGuard(40), MAX.formerNames),
};
const choiceValuesGuard = recordGuard(anyOfGuard(numberGuard, textGuard(40)), MAX.values);
const numberOptions = { min: numberGuard, max: numberGuard, unit: nameGuard, step: numberGuard };
const patternGuard = oneOfGuard(
  'email',
  'mobile',
  'phone',
  'url',
  'link',
  'account',
  'name',
  'person_name',
  'slug',
  'path',
  'node',
  'variable',
);
const fileOptions = { by: oneOfGuard('id') };

const namesGuard = listGuard(nameGuard, MAX.fields);

/** Options of each kind besides the common ones; the rules require `values` and `to`. */
const OPTIONS_BY_KIND: Readonly<Partial<Record<FieldKind, Readonly<Record<string, JsonGuard>>>>> = {
  text: {
    max: numberGuard,
    min: numberGuard,
    lines: numberGuard,
    pattern: patternGuard,
    unique: trueGuard,
    search: trueGuard,
  },
  rich_text: { collaborative: trueGuard },
  integer: numberOptions,
  float: { ...numberOptions, decimals: numberGuard },
  datetime: { indexed: trueGuard },
  switch: { confirmChangeTo: listGuard(oneOfGuard(0, 1), 2) },
  choice: { values: choiceValuesGuard, as: oneOfGuard('select', 'radio'), confirmChangeTo: namesGuard },
  choices: { values: choiceValuesGuard, as: oneOfGuard('select', 'checkbox') },
  ref: {
    to: nameGuard,
    tree: trueGuard,
    unique: trueGuard,
    searchTarget: trueGuard,
    targetFields: listGuard(nameGuard, MAX.targetFields),
  },
  refs: { to: nameGuard },
  image: fileOptions,
  images: fileOptions,
  file: fileOptions,
  files: fileOptions,
  json: { long: trueGuard, max: numberGuard },
};

const isKind = (kind: unknown): kind is FieldKind => typeof kind === 'string' && Object.hasOwn(FIELD_KINDS, kind);
const fieldGuard: JsonGuard = (value, path) => {
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  if (!isKind(kind))
    return [
      definitionProblem('json_kind', { path: `${path}.kind`, value: truncate(String(JSON.stringify(kind)), 40) }),
    ];
  return objectGuard({
    kind: oneOfGuard(kind),
    options: objectGuard({}, { ...commonOptions, ...OPTIONS_BY_KIND[kind] }),
  })(value, path);
};

const formRowGuard = anyOfGuard(namesGuard, nameGuard);
const formGuard = listGuard(
  anyOfGuard(objectGuard({ group: nameGuard, rows: listGuard(formRowGuard, MAX.rows) }), formRowGuard),
  MAX.rows,
);
const clauseGuard = recordGuard(
  anyOfGuard(
    objectGuard({ actor: oneOfGuard('id', 'company_id') }),
    numberGuard,
    textGuard(255),
    oneOfGuard(true, false, null),
  ),
  MAX.grants,
);
const grantGuard = anyOfGuard(trueGuard, clauseGuard);
const accessGuard = anyOfGuard(
  oneOfGuard('crud'),
  objectGuard({}, { read: grantGuard, create: grantGuard, update: grantGuard, remove: grantGuard }),
);
/** The access of an entity: who may use which verbs on which rows. */
export const entityAccessGuard = objectGuard({}, { staff: accessGuard, member: accessGuard, guest: accessGuard });
const transitionGuard = objectGuard({ from: namesGuard, to: nameGuard }, { node: textGuard(80), super: trueGuard });
const labelsGuard: JsonGuard = recordGuard(
  anyOfGuard(
    labelGuard,
    recordGuard(labelGuard, MAX.words),
    tupleGuard(labelGuard, recordGuard(labelGuard, MAX.values)),
  ),
  MAX.words,
);

const specGuard = objectGuard(
  {
    menu: nameGuard,
    icon: nameGuard,
    sensitivity: oneOfGuard('public', 'internal', 'restricted', 'money'),
    fields: recordGuard(fieldGuard, MAX.fields),
    title: nameGuard,
    list: objectGuard({ columns: namesGuard }, { sort: textGuard(41), optional: namesGuard }),
    form: formGuard,
    access: entityAccessGuard,
    labels: objectGuard({ en: labelsGuard, 'zh-cn': labelsGuard }),
  },
  {
    base: oneOfGuard('record', 'log'),
    memberRule: textGuard(80),
    publicId: nameGuard,
    owner: nameGuard,
    personal: trueGuard,
    noHistory: trueGuard,
    keptDays: numberGuard,
    superOnly: trueGuard,
    nodes: nameGuard,
    pickerColumns: objectGuard({}, { picture: nameGuard, hint: nameGuard }),
    tree: nameGuard,
    translations: namesGuard,
    searchedTogether: listGuard(namesGuard, MAX.rows),
    mergeGroups: listGuard(namesGuard, MAX.rows),
    either: listGuard(namesGuard, MAX.rows),
    transitions: recordGuard(recordGuard(transitionGuard, MAX.values), MAX.fields),
    locked: objectGuard({ field: nameGuard, when: namesGuard }),
    onDelete: objectGuard({ restrictWhile: objectGuard({ field: nameGuard, when: namesGuard }) }),
    children: listGuard(objectGuard({ entity: nameGuard, by: nameGuard }), MAX.grants),
    actions: listGuard(nameGuard, MAX.grants),
    actionNodes: recordGuard(textGuard(80), MAX.grants),
  },
);
const entityGuard = objectGuard({ name: nameGuard, spec: specGuard });

/**
 * Reads a stored definition, in today's option names or in those before migration 0048. Returns the entity, or all problems:
 * each names the path of the value, or the rule that the entity breaks.
 */
export function readEntity(stored: unknown): ReadEntity {
  const read = readEntityForm(stored);
  if ('problems' in read) return read;
  const violations = findDefinitionProblems(read.entity);
  return violations.length > 0 ? { problems: violations } : read;
}

/** Reads a stored definition like `readEntity`, but not its rules: one that breaks a rule can be designed again. */
export function readEntityForm(stored: unknown): ReadEntity {
  const current = renameStoredOptions(stored);
  const problems = entityGuard(current, '');
  return problems.length > 0 ? { problems } : { entity: current as AnyEntity }; // every part of it has just been checked
}

/** Reads a stored definition like `readEntity`; the problems are English sentences. */
export function parseEntity(stored: unknown): ParsedEntity {
  const read = readEntity(stored);
  return 'entity' in read ? read : { problems: read.problems.map(englishSentence) };
}

const renameStoredOptions = (stored: unknown): unknown =>
  isObject(stored) && isObject(stored['spec']) && !Object.hasOwn(stored['spec'], '__proto__')
    ? { ...stored, spec: renameLegacyOptions(stored['spec']) }
    : stored;

type StoredJson = { readonly [key: string]: Json };
/** The JSON that `crud_record` stores for a definition. */
export const serializeEntity = ({ name, spec }: AnyEntity) =>
  JSON.parse(JSON.stringify({ name, spec })) as { name: string; spec: StoredJson & { fields: StoredJson } }; // made of Json only
