/** Field factories: a field is plain data with a phantom type, so it can be read, diffed, printed and sent over the wire. */
import type { FieldKind, Operator } from './fieldKinds';
import type { Display } from './lists/listOptions';

declare const valueType: unique symbol;

/**
 * Readers of a value: `public` every reader of the row, `internal` staff, `restricted` and `money` only actors with the permissions
 * `<entity>/see_restricted` and `<entity>/see_money`, `secret` no one. `readPermission` gives a field a permission of its own.
 */
export type Sensitivity = 'public' | 'internal' | 'restricted' | 'money' | 'secret';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** `Array.isArray` that keeps the type of the elements. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Options of every kind of field. */
export interface CommonOptions<T> {
  /** Must be present and not empty on create, and must not become empty. */
  readonly required?: true;
  readonly default?: T;
  /** No two rows that are not deleted share this value (compared trimmed, NFKC, ignoring case). */
  readonly unique?: true;
  /** Quick search includes this field. */
  readonly search?: true;
  /** Written by entity hooks only; a value of the caller is ignored. */
  readonly readonly?: true;
  readonly sensitivity?: Sensitivity;
  /**
   * The action of the permission key that staff need to see the field, such as `see_phone` of `lead/see_phone`. Members and guests never
   * see the field. It replaces `sensitivity`.
   */
  readonly readPermission?: string;
  /** The action of the permission key that is needed to write the field besides `add` and `edit`. Members and guests cannot write it. */
  readonly writePermission?: string;
  /** The comparisons that lists offer and accept; all of the kind when absent, none when empty. */
  readonly operators?: readonly Operator[];
  /** Lists cannot be sorted by the field. */
  readonly sortable?: false;
  /** The display of the value in lists, one of `DISPLAYS_BY_KIND`. */
  readonly display?: Display;
  /** Width of the list column in pixels, until a person changes it. */
  readonly width?: number;
  /** Earlier names of the field: text typed in a form that was open when the field was renamed moves to the new name. */
  readonly formerNames?: readonly string[];
}

/** The pattern of a text; each has its own message. */
export type Pattern =
  | 'email'
  | 'mobile'
  | 'phone'
  | 'url'
  | 'link'
  | 'account'
  | 'name'
  | 'person_name'
  | 'slug'
  | 'path'
  | 'node'
  | 'variable';

export interface TextOptions extends CommonOptions<string> {
  /** Longest length in characters; 255 when not given. */
  readonly max?: number;
  readonly min?: number;
  /** More than one line of input. */
  readonly lines?: number;
  readonly pattern?: Pattern;
}
interface NumberOptions extends CommonOptions<number> {
  readonly min?: number;
  readonly max?: number;
  /** Unit shown behind the number, a key of `columns.units`. */
  readonly unit?: string;
  /** By how much the arrow keys change the number in a form. */
  readonly step?: number;
}
interface FloatOptions extends NumberOptions {
  /** Greatest number of decimal places; more are refused. */
  readonly decimals?: number;
}
/** Numbers or short texts, never mixed. */
export type ChoiceValues = Readonly<Record<string, number>> | Readonly<Record<string, string>>;
interface ChoiceOptions<V> extends Omit<CommonOptions<never>, 'default'> {
  /** A list asks for confirmation before it changes the field to one of these values. */
  readonly confirmChangeTo?: readonly (keyof V & string)[];
  readonly default?: keyof V & string;
  readonly as?: 'select' | 'radio';
}
interface SwitchOptions extends CommonOptions<0 | 1> {
  /** A list asks for confirmation before it changes the field to one of these values. */
  readonly confirmChangeTo?: readonly (0 | 1)[];
}
interface ChoicesOptions<V> extends Omit<CommonOptions<never>, 'default'> {
  readonly default?: readonly (keyof V & string)[];
  readonly as?: 'select' | 'checkbox';
}
interface DatetimeOptions extends CommonOptions<number> {
  /** The server finds rows by this time: the column has an index. */
  readonly indexed?: true;
}
interface RefOptions extends Omit<CommonOptions<number>, 'search'> {
  /** The row's own children may not become its parent (a tree). */
  readonly tree?: true;
  /** Quick search by staff also finds the rows whose referred row it finds. */
  readonly searchTarget?: true;
  /** Fields of the referred row that lists show behind its title, to those who may read them. */
  readonly targetFields?: readonly string[];
}
interface FileOptions<T> extends Omit<CommonOptions<T>, 'search' | 'unique'> {
  /** `id` stores the id of the attachment, otherwise its path is stored. */
  readonly by?: 'id';
}
interface JsonOptions extends Omit<CommonOptions<Json>, 'search' | 'unique'> {
  /** Too long for lists and change frames, like rich text: clients fetch it with its record. */
  readonly long?: true;
  /** Bytes that the value can have; `LIMITS.jsonBytes` when absent. */
  readonly max?: number;
}
interface RichTextOptions extends CommonOptions<string> {
  /** Several people write the text of a record together in one shared draft. */
  readonly collaborative?: true;
}
type ListOptions<T> = Omit<CommonOptions<readonly T[]>, 'search' | 'unique'>;

/** All options of all kinds, as the engine reads them. */
export interface FieldOptions {
  readonly required?: true;
  readonly default?: Json;
  readonly unique?: true;
  readonly search?: true;
  readonly readonly?: true;
  readonly sensitivity?: Sensitivity;
  readonly readPermission?: string;
  readonly writePermission?: string;
  readonly max?: number;
  readonly min?: number;
  readonly lines?: number;
  readonly pattern?: Pattern;
  readonly unit?: string;
  readonly values?: ChoiceValues;
  readonly as?: 'select' | 'radio' | 'checkbox';
  readonly to?: string;
  readonly tree?: true;
  /** Quick search by staff also finds the rows whose referred row it finds. */
  readonly searchTarget?: true;
  readonly by?: 'id';
  readonly long?: true;
  readonly indexed?: true;
  readonly confirmChangeTo?: readonly (string | number)[];
  readonly operators?: readonly Operator[];
  readonly sortable?: false;
  readonly display?: Display;
  readonly width?: number;
  readonly formerNames?: readonly string[];
  readonly step?: number;
  readonly decimals?: number;
  readonly targetFields?: readonly string[];
  readonly collaborative?: true;
}

export interface Field<K extends FieldKind = FieldKind, T = unknown, O = FieldOptions> {
  readonly kind: K;
  readonly options: O;
  /** Never present at run time; holds the TypeScript type of the value. */
  readonly [valueType]?: T;
}

const field = <K extends FieldKind, T, O>(kind: K, options: O): Field<K, T, O> => ({ kind, options });

/** One line of text, or several with `lines`. */
export const text = <const O extends TextOptions = object>(options: O = {} as O) =>
  field<'text', string, O>('text', options);
/** Sanitized HTML. */
export const richText = <const O extends RichTextOptions = object>(options: O = {} as O) =>
  field<'rich_text', string, O>('rich_text', options);
/** A password: sent in clear once, stored as an argon2id hash, never read. */
export const password = <const O extends Omit<CommonOptions<string>, 'search' | 'unique' | 'default'> = object>(
  options: O = {} as O,
) => field<'password', string, O>('password', options);
/** A whole number within the safe range. */
export const integer = <const O extends NumberOptions = object>(options: O = {} as O) =>
  field<'integer', number, O>('integer', options);
/** A number with a fraction; never for money. */
export const float = <const O extends FloatOptions = object>(options: O = {} as O) =>
  field<'float', number, O>('float', options);
/** An amount: integer cents in storage, a decimal string with two places on the wire. */
export const money = <const O extends CommonOptions<string> = object>(options: O = {} as O) =>
  field<'money', string, O>('money', options);
/** A calendar day, `yyyy-mm-dd`. */
export const date = <const O extends CommonOptions<string> = object>(options: O = {} as O) =>
  field<'date', string, O>('date', options);
/** An instant, unix seconds. */
export const datetime = <const O extends DatetimeOptions = object>(options: O = {} as O) =>
  field<'datetime', number, O>('datetime', options);
/** A time of day, `HH:MM:SS`. */
export const time = <const O extends CommonOptions<string> = object>(options: O = {} as O) =>
  field<'time', string, O>('time', options);
export const year = <const O extends CommonOptions<number> = object>(options: O = {} as O) =>
  field<'year', number, O>('year', options);
/** Yes or no, 1 or 0. */
export const onOffSwitch = <const O extends SwitchOptions = object>(options: O = {} as O) =>
  field<'switch', 0 | 1, O>('switch', options);
/** One of several named numbers: the name is used in code and labels, the number is stored and sent. */
export const choice = <const V extends ChoiceValues, const O extends ChoiceOptions<V> = object>(
  values: V,
  options: O = {} as O,
) => field<'choice', V[keyof V], O & { readonly values: V }>('choice', { ...options, values });
/** Several of named numbers; see `choice`. */
export const choices = <const V extends ChoiceValues, const O extends ChoicesOptions<V> = object>(
  values: V,
  options: O = {} as O,
) => field<'choices', readonly V[keyof V][], O & { readonly values: V }>('choices', { ...options, values });
/** The id of one row of another entity, by the entity's name. */
export const ref = <const To extends string, const O extends RefOptions = object>(to: To, options: O = {} as O) =>
  field<'ref', number, O & { readonly to: To }>('ref', { ...options, to });
/** A many-to-many relation: the ids of several rows of another entity, stored as JSON in the row. */
export const refs = <const To extends string, const O extends ListOptions<number> = object>(
  to: To,
  options: O = {} as O,
) => field<'refs', readonly number[], O & { readonly to: To }>('refs', { ...options, to });
/** A region: the codes of its province, city and district. */
export const city = <const O extends ListOptions<string> = object>(options: O = {} as O) =>
  field<'city', readonly string[], O>('city', options);
/** The name of an icon of the built-in set. */
export const icon = <const O extends CommonOptions<string> = object>(options: O = {} as O) =>
  field<'icon', string, O>('icon', options);
/** A color, `#rrggbb`. */
export const color = <const O extends CommonOptions<string> = object>(options: O = {} as O) =>
  field<'color', string, O>('color', options);

type StoredFileValue<O> = O extends { readonly by: 'id' } ? number : string;
/** One image of the attachments. */
export const image = <const O extends FileOptions<string | number> = object>(options: O = {} as O) =>
  field<'image', StoredFileValue<O>, O>('image', options);
export const images = <const O extends FileOptions<readonly (string | number)[]> = object>(options: O = {} as O) =>
  field<'images', readonly StoredFileValue<O>[], O>('images', options);
/** One file of the attachments. */
export const file = <const O extends FileOptions<string | number> = object>(options: O = {} as O) =>
  field<'file', StoredFileValue<O>, O>('file', options);
export const files = <const O extends FileOptions<readonly (string | number)[]> = object>(options: O = {} as O) =>
  field<'files', readonly StoredFileValue<O>[], O>('files', options);
/** A list of short texts. */
export const array = <const O extends ListOptions<string> = object>(options: O = {} as O) =>
  field<'array', readonly string[], O>('array', options);
/** Any JSON value within the size and depth limits. */
export const json = <const O extends JsonOptions = object>(options: O = {} as O) =>
  field<'json', Json, O>('json', options);
/** Named texts: `{ key: value }`. */
export const keyValues = <
  const O extends Omit<CommonOptions<Readonly<Record<string, string>>>, 'search' | 'unique'> = object,
>(
  options: O = {} as O,
) => field<'key_values', Readonly<Record<string, string>>, O>('key_values', options);

/** The on/off status most entities share: 0 disabled, 1 enabled. */
export const onOff = () => choice({ disabled: 0, enabled: 1 }, { default: 'enabled' });
/** The same status where one of its values lowers security: a list asks before it changes the field to that value. */
export const confirmedOnOff = (value: 'disabled' | 'enabled') =>
  choice({ disabled: 0, enabled: 1 }, { default: 'enabled', confirmChangeTo: [value] });
