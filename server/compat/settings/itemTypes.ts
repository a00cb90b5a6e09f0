/** The types of settings in both directions, and the values of their inputs. */
import { ITEM_TYPES } from '../../../common/entities/config';
import { asRecord, stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { parseUnixSeconds } from '../../../common/text/time/dates';
import { findInputType, fromPairs } from './itemProperties';

/** Our types without an input in these clients, and what they have instead; a remote select is shown as the id of the chosen row. */
const SENT_TYPES: Readonly<Record<string, string>> = {
  [ITEM_TYPES.secret]: 'password',
  [ITEM_TYPES.integer]: 'number',
  [ITEM_TYPES.float]: 'number',
  [ITEM_TYPES.remote_select]: 'number',
};
/** Their inputs that we lack, with our nearest type. The name of the input is kept as a property. */
const NEAREST_TYPES: ReadonlyMap<string, string> = new Map([
  ['datetime', ITEM_TYPES.string],
  ['files', ITEM_TYPES.images],
  ['selects', ITEM_TYPES.checkbox],
]);
/** Their inputs whose options come from an address. */
export const REMOTE_INPUTS: ReadonlySet<string> = new Set(['remoteSelect', 'remoteSelects']);
/** Types with a list of options. */
export const WITH_OPTIONS: ReadonlySet<string> = new Set(['radio', 'checkbox', 'select']);
/** Types whose value is a list there. */
const LISTS: ReadonlySet<string> = new Set([ITEM_TYPES.checkbox, ITEM_TYPES.images, ITEM_TYPES.city]);

/** The input that a client chose, if we lack it and our type is still the nearest one. */
const findKeptInput = (type: string, extend: unknown): string | undefined => {
  const input = findInputType(extend);
  return input !== undefined && NEAREST_TYPES.get(input) === type ? input : undefined;
};
/** The input of a stored setting. */
export const toSentType = (type: string, extend: unknown): string =>
  findKeptInput(type, extend) ?? SENT_TYPES[type] ?? type;

/** Our type of a chosen input, and its name if we lack it; unknown names are refused by our route. */
export function toOwnType(sent: unknown): { readonly type: unknown; readonly inputType: string } {
  const name = stringOrEmpty(sent);
  const nearest = NEAREST_TYPES.get(name);
  if (nearest !== undefined) return { type: nearest, inputType: name };
  return { type: name === 'password' ? ITEM_TYPES.secret : sent, inputType: '' };
}

const toPairs = (value: unknown): readonly { readonly key: string; readonly value: unknown }[] =>
  Object.entries(asRecord(value) ?? {}).map(([key, text]) => ({ key, value: text }));

/** A stored value as the input of its type shows it. */
export function toSentValue(type: string, value: unknown): unknown {
  if (type === ITEM_TYPES.array) return toPairs(value);
  if (type === ITEM_TYPES.switch) return value === 1;
  if (type === ITEM_TYPES.year && typeof value === 'number') return String(value);
  return value ?? (LISTS.has(type) ? [] : '');
}

const SWITCH_VALUES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ...([true, 1, '1'] as const).map((sent) => [sent, 1] as const),
  ...([false, 0, '0'] as const).map((sent) => [sent, 0] as const),
]);
interface ValuePlace {
  readonly type: string;
  readonly extend: unknown;
  /** Where an error of the value is shown. */
  readonly path: string;
}
/**
 * What an input sends, as our route takes it; values that no switch has are refused there. Error: `row.invalid` for a text or a number in an
 * input of dates with times that is none.
 */
export function toOwnValue({ type, extend, path }: ValuePlace, value: unknown): unknown {
  if (type === ITEM_TYPES.array) return fromPairs(value);
  if (type === ITEM_TYPES.switch) return SWITCH_VALUES.get(value) ?? value;
  if (findKeptInput(type, extend) === 'datetime') assertDateTime(path, value);
  return value;
}
function assertDateTime(path: string, value: unknown): void {
  const text = typeof value === 'number' ? String(value) : stringOrEmpty(value).trim();
  if (text !== '' && parseUnixSeconds(text) === undefined)
    throw fault('row.invalid', undefined, { fields: [{ path, code: 'datetime' }] });
}
