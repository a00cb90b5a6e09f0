/** Makes a valid, unique value for each field from its type and rules. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import { formFieldNames } from '../../engine/formState/formLayout';

const digits = (tag: string, count: number) =>
  [...tag]
    .map((letter) => letter.charCodeAt(0) % 10)
    .join('')
    .padEnd(count, '7')
    .slice(0, count);

/** Texts of each pattern, with the tag of the walk in them, so that they can be found. */
const SHAPES: Readonly<Record<string, (tag: string) => string>> = {
  email: (tag) => `${tag}@example.com`,
  mobile: (tag) => `138${digits(tag, 8)}`,
  phone: (tag) => `0755-${digits(tag, 8)}`,
  url: (tag) => `https://example.com/${tag}`,
  link: (tag) => `/walk/${tag}`,
  account: (tag) => tag,
  name: (tag) => `Walk ${tag}`,
  slug: (tag) => `walk-${tag}`,
  path: (tag) => `walk/${tag}`,
  node: (tag) => `walk/${tag}`,
};
const DAY = 86_400;
const soon = () => Math.floor(Date.now() / 1000 / DAY + 30) * DAY;
const bounded = ({ min = 0, max = 1_000 }: Column['options']) => Math.max(min, Math.min(max, 3));
const isDefault = ({ options }: Column, name: string) => options.default === name;

/** The name of a choice other than the default. */
const otherChoice = (column: Column): string | undefined => {
  const names = Object.keys(column.options.values ?? {});
  return names.find((name) => !isDefault(column, name)) ?? names[0];
};

/** A table without a watch rule. */
export const WATCHED = 'solution';

/** Fields whose rules do not follow from their type. */
const OWN: Readonly<Record<string, (tag: string) => Json>> = {
  figure: () => ({ e: 'user' }),
  data_table: () => WATCHED,
  data_fields: () => ['title', 'content'],
  // Both the console and the member center have such a screen.
  component: () => 'profile',
  // The window of publication ends after it begins.
  show_until: () => soon() + DAY,
  css_pc: (tag) => `.${tag} { color: #336699; }`,
  css_mobile: (tag) => `.${tag} { font-size: 1.25rem; }`,
};

/** The value in wire form; undefined where a picker decides. */
export function valueFor(column: Column, tag: string): Json | undefined {
  const { options, kind } = column;
  const own = OWN[column.name];
  if (own !== undefined) return own(tag);
  switch (kind) {
    case 'text':
      return (SHAPES[options.pattern ?? '']?.(tag) ?? `Walk ${tag}`).slice(0, options.max ?? 255);
    case 'rich_text':
      return `Walk ${tag}`;
    case 'password':
      return 'Quiet-River-91';
    case 'integer':
      return bounded(options);
    case 'float':
      return bounded(options) + 0.5 > (options.max ?? 1_000) ? bounded(options) : bounded(options) + 0.5;
    case 'money':
      return '12.34';
    case 'date':
      return '2026-03-04';
    case 'time':
      return '05:06:07';
    case 'year':
      return 2025;
    case 'datetime':
      return soon();
    case 'switch':
      return options.default === 1 ? 0 : 1;
    case 'choice':
      return options.values?.[otherChoice(column) ?? ''] ?? null;
    case 'color':
      return '#3366cc';
    case 'icon':
      return 'shopping_bag';
    case 'array':
      return [tag, 'second'];
    case 'json':
      return { walk: tag, list: [1, 2] };
    case 'key_values':
      return { [tag]: 'value' };
    default:
      return undefined;
  }
}

/** The first text field of the form that a test can edit, preferably the title. */
export function findEditableTextColumn(entity: AnyEntity): Column | undefined {
  const columns = formFieldNames(entity).flatMap((name) => findColumn(entity, name) ?? []);
  const texts = columns.filter(
    ({ kind, readonly, options }) =>
      kind === 'text' && !readonly && (options.pattern === undefined || options.pattern === 'name'),
  );
  return texts.find(({ name }) => name === entity.spec.title) ?? texts[0];
}
