/**
 * The extended properties of a setting. These clients have two lists, `extend` of the form item and `inputExtend` of its input; ours is one,
 * where a property of the input has a prefix in its key. The input that a client chose and that we lack is a property too.
 */
import { asRecord, isObject, stringOrEmpty } from '../../../common/json';
import type { CompatRow } from '../rowSource';

type Properties = Readonly<Record<string, string>>;

const INPUT_PREFIX = 'input_extend.';
const INPUT_TYPE = 'input_type';

/** Options or properties of a form: text with a `key=value` on each line, pairs, or the object that the list shows. */
export function toEntries(sent: unknown): CompatRow {
  if (typeof sent === 'string') return fromLines(sent);
  return asRecord(fromPairs(sent)) ?? {};
}
/** Pairs of a key and a value as an object; other values as they are. */
export const fromPairs = (value: unknown): unknown =>
  Array.isArray(value)
    ? Object.fromEntries(
        value.filter((pair: unknown) => isObject(pair)).map((pair) => [stringOrEmpty(pair['key']), pair['value']]),
      )
    : value;
const fromLines = (text: string): Properties =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const index = line.indexOf('=');
        return index < 0 ? [line, line] : [line.slice(0, index), line.slice(index + 1)];
      }),
  );

/** The input that an older client chose for a setting; undefined if it is that of our type. */
export const findInputType = (stored: unknown): string | undefined => {
  const name = asRecord(stored)?.[INPUT_TYPE];
  return typeof name === 'string' ? name : undefined;
};

interface SentProperties {
  readonly extend: CompatRow;
  readonly input_extend: CompatRow;
}
/** The two lists of a stored setting. The second client reads numbers, truth values and nested properties. */
export function toSentProperties(stored: unknown, isTyped: boolean): SentProperties {
  const entries = Object.entries(asRecord(stored) ?? {})
    .filter(([key]) => key !== INPUT_TYPE)
    .map(([key, text]) => [key, stringOrEmpty(text)] as const);
  const ofInput = entries.filter(([key]) => key.startsWith(INPUT_PREFIX));
  const others = entries.filter(([key]) => !key.startsWith(INPUT_PREFIX));
  const build = isTyped ? toNested : (list: typeof entries): CompatRow => Object.fromEntries(list);
  return {
    extend: build(others),
    input_extend: build(ofInput.map(([key, text]) => [key.slice(INPUT_PREFIX.length), text])),
  };
}

/** `a.b=c` as an object in `a`, unless there is a property `a`. */
function toNested(entries: readonly (readonly [string, string])[]): CompatRow {
  const keys = new Set(entries.map(([key]) => key));
  const groups = new Map<string, unknown>();
  for (const [key, text] of entries) {
    const index = key.indexOf('.');
    const [group, name] = [key.slice(0, Math.max(index, 0)), key.slice(index + 1)];
    if (group === '' || name === '' || keys.has(group)) groups.set(key, toTyped(text));
    else groups.set(group, { ...asRecord(groups.get(group)), ...Object.fromEntries([[name, toTyped(text)]]) });
  }
  return Object.fromEntries(groups);
}
/** A text that a number does not print exactly stays a text: nothing is lost when it is sent back. */
function toTyped(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

const toText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
const toFlat = (sent: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries(toEntries(sent)).flatMap(([key, value]): readonly (readonly [string, unknown])[] =>
    isObject(value) && !Array.isArray(value)
      ? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, toText(inner)] as const)
      : [[key, toText(value)]],
  );

/** What a form changes: a part that is undefined stays as it is stored. */
export interface ChangedProperties {
  readonly extend?: unknown;
  readonly inputExtend?: unknown;
  /** The chosen input; `''` for that of our type. */
  readonly inputType?: string | undefined;
}
/** Our one list of a form, with the stored parts that were not sent. Values that are no texts are refused by our route. */
export function toOwnProperties(stored: unknown, changed: ChangedProperties): CompatRow {
  const entries = Object.entries(asRecord(stored) ?? {});
  const isOfInput = ([key]: readonly [string, unknown]) => key.startsWith(INPUT_PREFIX);
  const inputType = changed.inputType ?? findInputType(stored) ?? '';
  return Object.fromEntries([
    ...(changed.extend === undefined
      ? entries.filter((entry) => entry[0] !== INPUT_TYPE && !isOfInput(entry))
      : toFlat(changed.extend)),
    ...(changed.inputExtend === undefined
      ? entries.filter(isOfInput)
      : toFlat(changed.inputExtend).map(([key, value]) => [`${INPUT_PREFIX}${key}`, value] as const)),
    ...(inputType === '' ? [] : [[INPUT_TYPE, inputType] as const]),
  ]);
}
