/** Prints an entity as the TypeScript file a person would write. Invariant: evaluating the file gives the entity again. */
import type { AnyEntity } from '../entity/entity';
import type { Field } from '../entity/field';
import type { FieldKind } from '../entity/fieldKinds';
import { collapseTranslations } from '../entity/translations/expandTranslations';

const FACTORY_BY_KIND: Readonly<Record<FieldKind, string>> = {
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
const LINE_WIDTH = 120;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
/** A string literal in single quotes; characters that could end it or are invisible are escaped. */
export const quote = (text: string): string =>
  `'${text
    .replace(/[\\']/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escapeCharacter)}'`;
const printKey = (name: string): string => {
  if (name === '__proto__') return "['__proto__']"; // spelled plainly it would set the prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
};

/** Marks values that are code and are printed unchanged. A symbol, so that no data can look like it. */
const CODE = Symbol('code');
interface Code {
  readonly [CODE]: string;
}
const isCode = (value: unknown): value is Code => typeof value === 'object' && value !== null && CODE in value;
const toCode = (text: string): Code => ({ [CODE]: text });

const definedEntries = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, part]) => part !== undefined);

/** A value on one line. */
function printInline(value: unknown): string {
  if (isCode(value)) return value[CODE];
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = definedEntries(value).map(([name, part]) => `${printKey(name)}: ${printInline(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** A value on one line where it fits, else one part a line. `prefixLength` is the length of the text before it on its line. */
function printLayout(value: unknown, indent: string, prefixLength: number): string {
  const line = printInline(value);
  const fitsLine = indent.length + prefixLength + line.length + 1 <= LINE_WIDTH;
  if (fitsLine || typeof value !== 'object' || value === null || isCode(value)) return line;
  const innerIndent = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((part) => printLayout(part, innerIndent, 0))
    : definedEntries(value).map(
        ([name, part]) => `${printKey(name)}: ${printLayout(part, innerIndent, printKey(name).length + 2)}`,
      );
  return [open, ...parts.map((part) => `${innerIndent}${part},`), `${indent}${close}`].join('\n');
}

const isOnOff = (field: Field) =>
  field.kind === 'choice' &&
  printInline(field.options.values) === '{ disabled: 0, enabled: 1 }' &&
  Object.keys(field.options).length === 2 &&
  field.options.default === 'enabled';

const factoryName = (field: Field) => (isOnOff(field) ? 'onOff' : FACTORY_BY_KIND[field.kind]);

/** A field as the call that makes it. */
export function printField(field: Field): string {
  if (isOnOff(field)) return 'onOff()';
  const { values, to, ...rest } = field.options;
  const leading = [values, to].filter((part) => part !== undefined);
  const parts = Object.keys(rest).length > 0 ? [...leading, rest] : leading;
  return `${factoryName(field)}(${parts.map(printInline).join(', ')})`;
}

/** The name a definition is exported under: `news_category` → `newsCategory`. */
export const exportName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** The whole file of a definition, for `common/entities/<exportName>.ts`. */
export function printEntity(entity: AnyEntity): string {
  const { fields, ...rest } = collapseTranslations(entity.spec);
  const calls = Object.entries(fields).map(([name, field]) => [name, toCode(printField(field))] as const);
  const factories = [...new Set(Object.values(fields).map(factoryName))].sort();
  const spec = { ...rest, fields: toCode(printFields(calls)) };
  const firstKeys = ['base', 'menu', 'icon', 'sensitivity', 'fields'];
  const names = [...firstKeys, ...Object.keys(rest).filter((name) => !firstKeys.includes(name))];
  const parts = definedEntries(Object.fromEntries(names.map((name) => [name, Reflect.get(spec, name) as unknown])));
  return [
    `/** ${rest.labels.en.$one.replaceAll('*', '')}. */`, // without asterisks no text ends the comment,
    "import { defineEntity } from '../entity/entity';",
    ...importLines(factories),
    '',
    `export const ${exportName(entity.name)} = defineEntity(${quote(entity.name)}, {`,
    ...parts.map(([name, part]) => `  ${printKey(name)}: ${printLayout(part, '  ', printKey(name).length + 2)},`),
    '});',
    '',
  ].join('\n');
}

const printFields = (calls: readonly (readonly [string, Code])[]): string =>
  ['{', ...calls.map(([name, call]) => `    ${printKey(name)}: ${call[CODE]},`), '  }'].join('\n');

function importLines(factories: readonly string[]): readonly string[] {
  const line = `import { ${factories.join(', ')} } from '../entity/field';`;
  return line.length <= LINE_WIDTH
    ? [line]
    : ['import {', ...factories.map((name) => `  ${name},`), "} from '../entity/field';"];
}
