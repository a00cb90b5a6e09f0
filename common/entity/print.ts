/** Writes an entity as the TypeScript a person would have written. LAW: evaluating what is printed gives the entity again. */
import type { AnyEntity } from './entity';
import type { Field } from './field';
import type { Kind } from './kinds';

const FACTORY: Readonly<Record<Kind, string>> = {
  text: 'text',
  rich_text: 'richText',
  password: 'password',
  integer: 'integer',
  float: 'float',
  money: 'money',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  year: 'year',
  switch: 'onOffSwitch',
  choice: 'choice',
  choices: 'choices',
  ref: 'ref',
  refs: 'refs',
  city: 'city',
  icon: 'icon',
  color: 'color',
  image: 'image',
  images: 'images',
  file: 'file',
  files: 'files',
  array: 'array',
  json: 'json',
  key_values: 'keyValues',
};
const WIDTH = 120;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** A text between single quotes; whatever could end it or hide in it is escaped. */
const quoted = (text: string): string =>
  `'${text
    .replace(/[\\']/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu, escaped)}'`;
const key = (name: string): string => {
  if (name === '__proto__') return "['__proto__']"; // spelled plainly it would set the prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
};

/** Marks what is code already and printed as it is; a symbol, so that no data can be mistaken for it. */
const CODE = Symbol('code');
interface Code {
  readonly [CODE]: string;
}
const isCode = (value: unknown): value is Code => typeof value === 'object' && value !== null && CODE in value;
const code = (text: string): Code => ({ [CODE]: text });

const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, part]) => part !== undefined);

/** A value on one line. */
function inline(value: unknown): string {
  if (isCode(value)) return value[CODE];
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = entriesOf(value).map(([name, part]) => `${key(name)}: ${inline(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** A value on one line where it fits, else one part a line. `before` is what stands before it on its line. */
function layout(value: unknown, indent: string, before: number): string {
  const line = inline(value);
  const fits = indent.length + before + line.length + 1 <= WIDTH;
  if (fits || typeof value !== 'object' || value === null || isCode(value)) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((part) => layout(part, deeper, 0))
    : entriesOf(value).map(([name, part]) => `${key(name)}: ${layout(part, deeper, key(name).length + 2)}`);
  return [open, ...parts.map((part) => `${deeper}${part},`), `${indent}${close}`].join('\n');
}

const isOnOff = (field: Field) =>
  field.kind === 'choice' &&
  inline(field.options.values) === '{ disabled: 0, enabled: 1 }' &&
  Object.keys(field.options).length === 2 &&
  field.options.default === 'enabled';

const factoryOf = (field: Field) => (isOnOff(field) ? 'onOff' : FACTORY[field.kind]);

/** A field as the call that makes it. */
export function printField(field: Field): string {
  if (isOnOff(field)) return 'onOff()';
  const { values, to, ...rest } = field.options;
  const leading = [values, to].filter((part) => part !== undefined);
  const parts = Object.keys(rest).length > 0 ? [...leading, rest] : leading;
  return `${factoryOf(field)}(${parts.map(inline).join(', ')})`;
}

/** The name a definition is exported under: `news_category` → `newsCategory`. */
export const exportName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** The whole file of a definition, for `common/entities/<exportName>.ts`. */
export function printEntity(entity: AnyEntity): string {
  const { fields, ...rest } = entity.spec;
  const calls = Object.entries(fields).map(([name, field]) => [name, code(printField(field))] as const);
  const used = [...new Set(Object.values(fields).map(factoryOf))].sort();
  const spec = { ...rest, fields: code(layoutFields(calls)) };
  const order = ['base', 'menu', 'icon', 'sensitivity', 'fields'];
  const names = [...order, ...Object.keys(rest).filter((name) => !order.includes(name))];
  const parts = entriesOf(Object.fromEntries(names.map((name) => [name, Reflect.get(spec, name) as unknown])));
  return [
    `/** ${rest.labels.en.$one.replace(/\*\//g, '*')}. */`,
    "import { defineEntity } from '../entity/entity';",
    ...importLines(used),
    '',
    `export const ${exportName(entity.name)} = defineEntity(${quoted(entity.name)}, {`,
    ...parts.map(([name, part]) => `  ${key(name)}: ${layout(part, '  ', key(name).length + 2)},`),
    '});',
    '',
  ].join('\n');
}

const layoutFields = (calls: readonly (readonly [string, Code])[]): string =>
  ['{', ...calls.map(([name, call]) => `    ${key(name)}: ${call[CODE]},`), '  }'].join('\n');

function importLines(used: readonly string[]): readonly string[] {
  const line = `import { ${used.join(', ')} } from '../entity/field';`;
  return line.length <= WIDTH ? [line] : ['import {', ...used.map((name) => `  ${name},`), "} from '../entity/field';"];
}
