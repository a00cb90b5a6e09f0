/** Stored JSON → entity, trusted by nobody: the form is checked by path, then the laws. LAW: `parse(store(e))` is `e`. */
import { beginning } from '../text/clean';
import { checkEntity } from './check';
import type { AnyEntity } from './entity';
import type { Json } from './field';
import { KINDS, type Kind } from './kinds';
import { renameOptions } from './renamedOptions';
import { aNumber, anyJson, aText, either, listOf, object, oneOf, record, tuple, type Look } from './looks';

export type ParsedEntity = { readonly entity: AnyEntity } | { readonly problems: readonly string[] };

const MAX = { fields: 200, values: 200, words: 400, word: 500, rows: 100, grants: 20 } as const;
const isTrue = oneOf(true);
const aName = aText(40);
const aWord = aText(MAX.word);
const common = {
  required: isTrue,
  readonly: isTrue,
  default: anyJson,
  sensitivity: oneOf('public', 'internal', 'restricted', 'money', 'secret'),
};
const values = record(either(aNumber, aText(40)), MAX.values);
const numeric = { min: aNumber, max: aNumber, unit: aName };
const pattern = oneOf('email', 'mobile', 'phone', 'url', 'link', 'account', 'name', 'slug', 'path', 'node', 'variable');
const byId = { by: oneOf('id') };

const names = listOf(aName, MAX.fields);

/** What each kind understands besides the common options; `values` and `to` are asked for by the laws. */
const OPTIONS: Readonly<Partial<Record<Kind, Readonly<Record<string, Look>>>>> = {
  text: { max: aNumber, min: aNumber, lines: aNumber, pattern, unique: isTrue, search: isTrue },
  integer: numeric,
  float: numeric,
  switch: { confirmChangeTo: listOf(oneOf(0, 1), 2) },
  choice: { values, as: oneOf('select', 'radio'), confirmChangeTo: names },
  choices: { values, as: oneOf('select', 'checkbox') },
  ref: { to: aName, tree: isTrue, unique: isTrue },
  refs: { to: aName },
  image: byId,
  images: byId,
  file: byId,
  files: byId,
  json: { long: isTrue },
};

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(KINDS, kind);
const aField: Look = (value, path) => {
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  if (!isKind(kind)) return [`${path}.kind: ${beginning(String(JSON.stringify(kind)), 40)} is no kind of field`];
  return object({ kind: oneOf(kind), options: object({}, { ...common, ...OPTIONS[kind] }) })(value, path);
};

const aRow = either(names, aName);
const aForm = listOf(either(object({ group: aName, rows: listOf(aRow, MAX.rows) }), aRow), MAX.rows);
const aClause = record(
  either(object({ actor: oneOf('id', 'company_id') }), aNumber, aText(255), oneOf(true, false, null)),
  MAX.grants,
);
const aGrant = either(isTrue, aClause);
const anAccess = either(oneOf('crud'), object({}, { read: aGrant, create: aGrant, update: aGrant, remove: aGrant }));
const aTransition = object({ from: names, to: aName }, { node: aText(80), super: isTrue });
const labelsLook: Look = record(
  either(aWord, record(aWord, MAX.words), tuple(aWord, record(aWord, MAX.values))),
  MAX.words,
);

const aSpec = object(
  {
    menu: aName,
    icon: aName,
    sensitivity: oneOf('public', 'internal', 'restricted', 'money'),
    fields: record(aField, MAX.fields),
    title: aName,
    list: object({ columns: names }, { sort: aText(41) }),
    form: aForm,
    access: object({}, { staff: anAccess, member: anAccess, guest: anAccess }),
    labels: object({ en: labelsLook, 'zh-cn': labelsLook }),
  },
  {
    base: oneOf('record', 'log'),
    memberRule: aText(80),
    publicId: aName,
    owner: aName,
    personal: isTrue,
    nodes: aName,
    pickerColumns: object({}, { picture: aName, hint: aName }),
    tree: aName,
    mergeGroups: listOf(names, MAX.rows),
    either: listOf(names, MAX.rows),
    transitions: record(record(aTransition, MAX.values), MAX.fields),
    locked: object({ field: aName, when: names }),
    onDelete: object({ restrictWhile: object({ field: aName, when: names }) }),
    children: listOf(object({ entity: aName, by: aName }), MAX.grants),
    actions: listOf(aName, MAX.grants),
    actionNodes: record(aText(80), MAX.grants),
  },
);
const anEntity = object({ name: aName, spec: aSpec });

/**
 * Reads a stored definition, in today's option names or in those before migration 0048. Returns the entity, or all problems:
 * each names the path of the value, or the rule that the entity breaks.
 */
export function parseEntity(stored: unknown): ParsedEntity {
  const renamed = withTodaysOptions(stored);
  const problems = anEntity(renamed, '');
  if (problems.length > 0) return { problems };
  const entity = renamed as AnyEntity; // every part of it has just been checked
  const broken = checkEntity(entity);
  return broken.length > 0 ? { problems: broken } : { entity };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const withTodaysOptions = (stored: unknown): unknown =>
  isObject(stored) && isObject(stored['spec']) && !Object.hasOwn(stored['spec'], '__proto__')
    ? { ...stored, spec: renameOptions(stored['spec']) }
    : stored;

type Kept = { readonly [key: string]: Json };
/** The JSON a definition is kept as in `crud_record`. */
export const storeEntity = ({ name, spec }: AnyEntity) =>
  JSON.parse(JSON.stringify({ name, spec })) as { name: string; spec: Kept & { fields: Kept } }; // made of Json only
