/** `defineEntity`: an entity as data, with its types inferred. */
import type { Field, Json, Sensitivity } from './field';
import { expandTranslations } from './translations/expandTranslations';

export type Fields = Readonly<Record<string, Field>>;

/**
 * Standard columns of an entity.
 * `record`: id, weigh, create_time, update_time, delete_time, revision. `log`: id, create_time, revision; rows are only added.
 */
export type Base = 'record' | 'log';

type FieldValue<F> =
  F extends Field<infer _K, infer T, infer O>
    ? O extends { readonly required: true } | { readonly default: unknown }
      ? T
      : T | null
    : never;
type IsRequiredOnCreate<F> =
  F extends Field<infer _K, unknown, infer O>
    ? O extends { readonly default: unknown }
      ? false
      : O extends { readonly required: true }
        ? true
        : false
    : never;

interface LogColumns {
  readonly id: number;
  readonly create_time: number;
  readonly revision: number;
}
interface RecordColumns extends LogColumns {
  readonly weigh: number;
  readonly update_time: number;
  readonly delete_time: number | null;
}
type Flatten<T> = { [K in keyof T]: T[K] };

export type RowOf<F extends Fields, B extends Base> = Flatten<
  (B extends 'log' ? LogColumns : RecordColumns) & { readonly [K in keyof F]: FieldValue<F[K]> }
>;

type ChoiceValuesOf<F> =
  F extends Field<infer _K, unknown, infer O> ? (O extends { readonly values: infer V } ? V : never) : never;
type FieldLabel<F> = [ChoiceValuesOf<F>] extends [never]
  ? string
  : readonly [string, { readonly [K in keyof ChoiceValuesOf<F>]: string }];
/** The names of an entity, its fields, choices and actions in one language. */
export type Labels<F extends Fields, A extends string> = {
  readonly $one: string;
  readonly $many: string;
  /** Several rows in a sentence, where `$many` is rather the name of a screen. */
  readonly $rows?: string;
  /** Help under an input. */
  readonly $help?: { readonly [K in keyof F]?: string };
  /** The message for a value that the rules of its field refuse, instead of the usual one. */
  readonly $invalid?: { readonly [K in keyof F]?: string };
  /** Headings of the form's groups. */
  readonly $groups?: { readonly [group: string]: string };
} & { readonly [K in keyof F]: FieldLabel<F[K]> } & ([A] extends [never]
    ? unknown
    : { readonly $actions: { readonly [K in A]: string } });

/** A value taken from the actor when a clause is applied. */
export interface ActorValue {
  readonly actor: 'id' | 'company_id';
}
/** A predicate as data: the server turns it into SQL, the live channel into Socket.IO rooms, the client into disabled buttons. */
export type Where<R> = { readonly [K in keyof R]?: R[K] | ActorValue };
export type Verb = 'read' | 'create' | 'update' | 'remove';
export type Audience = 'staff' | 'member' | 'guest';
type Grant<R> = true | Where<R>;
type Access<R> = { readonly [A in Audience]?: 'crud' | { readonly [V in Verb]?: Grant<R> } };

type FieldName<F> = keyof F & string;
/** The fields whose texts can be translated: short, long and formatted texts, and lists of texts. */
type TranslatableName<F> = {
  [K in keyof F]: F[K] extends Field<'text' | 'rich_text' | 'array', unknown, unknown> ? K : never;
}[keyof F] &
  string;
type FormRow<F> = FieldName<F> | readonly FieldName<F>[];
type FormPart<F> = FormRow<F> | { readonly group: string; readonly rows: readonly FormRow<F>[] };
type Transitions<F extends Fields> = {
  readonly [K in keyof F]?: [ChoiceValuesOf<F[K]>] extends [never]
    ? never
    : {
        readonly [move: string]: {
          readonly from: readonly (keyof ChoiceValuesOf<F[K]> & string)[];
          readonly to: keyof ChoiceValuesOf<F[K]> & string;
          /** The action of a permission key that is needed besides `edit`, such as `reopen` of `lead/reopen`. */
          readonly node?: string;
          /** Whether only super admins may use the transition. */
          readonly super?: true;
        };
      };
};

export interface Spec<F extends Fields, B extends Base, A extends string> {
  readonly base?: B;
  /** Menu group of the entity's screen, a key of the menu texts. */
  readonly menu: string;
  /** Name of an icon of the built-in set. */
  readonly icon: string;
  /** Sensitivity of the fields that declare none of their own. */
  readonly sensitivity: Exclude<Sensitivity, 'secret'>;
  readonly fields: F;
  /** The field whose value is the title of a row. */
  readonly title: FieldName<F>;
  readonly list: {
    readonly columns: readonly FieldName<RowOf<F, B>>[];
    /** Columns that lists show only to those who choose them. */
    readonly optional?: readonly FieldName<RowOf<F, B>>[];
    /** Default order; `-` means descending; newest first when absent. */
    readonly sort?: `${'' | '-'}${FieldName<RowOf<F, B>>}`;
  };
  readonly form: readonly FormPart<F>[];
  readonly access: Access<RowOf<F, B>>;
  /** The rule of the member center that the group of a member must hold, besides the clauses. */
  readonly memberRule?: string;
  /** The field that replaces the id of a row for members and guests, if the real id must not leave the server. */
  readonly publicId?: FieldName<F>;
  /** The field with the admin who owns a row. Groups whose scope is limited to own or subtree rows are checked against it. */
  readonly owner?: FieldName<F>;
  /**
   * Rows belong to persons: only the clauses permit reading. Staff need no permission key, super admins see no more than
   * others, and there is no screen, no menu entry and no history.
   */
  readonly personal?: true;
  /** The server changes the rows without entries in their history, so no past state of them is known. */
  readonly noHistory?: true;
  /** Retention of a log: the server deletes rows for good this many days after their creation, and nothing deletes them earlier. */
  readonly keptDays?: number;
  /** Only super admins may use the entity; no permission key can grant it. */
  readonly superOnly?: true;
  /** First part of the entity's permission keys and of its screen's address, if it is not the entity's name. */
  readonly nodes?: string;
  /** Shown beside the title of a row in pickers: an image, and a short text or a reference that distinguishes rows with the same title. */
  readonly pickerColumns?: { readonly picture?: FieldName<F>; readonly hint?: FieldName<F> };
  /** The field that refers to the parent row in the same entity. */
  readonly tree?: FieldName<F>;
  /**
   * Fields that hold Chinese and have a companion `<name>_en` for English: of the same kind and options, never required or
   * unique, with a derived label, at the end of the form (`translations/`). The row type does not name the companions.
   */
  readonly translations?: readonly TranslatableName<F>[];
  /** Columns by which the server searches together: each list becomes one index. */
  readonly searchedTogether?: readonly (readonly FieldName<RowOf<F, B>>[])[];
  /** Fields that merge as a unit when two people edit. */
  readonly mergeGroups?: readonly (readonly FieldName<F>[])[];
  /** Groups of fields; at least one field of each group must be filled. */
  readonly either?: readonly (readonly FieldName<F>[])[];
  /** Named transitions of choice fields. A field with transitions changes only by them. */
  readonly transitions?: Transitions<F>;
  /** While the field has one of these values the row is locked against edits (envelope 423). */
  readonly locked?: { readonly field: FieldName<F>; readonly when: readonly string[] };
  /** Rows prevent the deletion of the rows they refer to only while the field has one of these values. Without this option they always do. */
  readonly onDelete?: { readonly restrictWhile: { readonly field: FieldName<F>; readonly when: readonly string[] } };
  /** Entities shown as tabs under a row, with the field that points back. */
  readonly children?: readonly { readonly entity: string; readonly by: string }[];
  /** Actions beyond create, read, update and delete: each gets a permission key, a button and a handler in the entity hooks of the server. */
  readonly actions?: readonly A[];
  /** Actions whose permission key belongs to another entity: action → permission key. */
  readonly actionNodes?: Readonly<Partial<Record<A, `${string}/${string}`>>>;
  readonly labels: { readonly en: Labels<F, A>; readonly 'zh-cn': Labels<F, A> };
}

export interface Entity<
  N extends string = string,
  F extends Fields = Fields,
  B extends Base = Base,
  A extends string = string,
> {
  readonly name: N;
  readonly spec: Spec<F, B, A>;
}

export type Clause = Readonly<Record<string, unknown>>;
export type AnyGrant = true | Clause;
export type AnyAccess = 'crud' | { readonly [V in Verb]?: AnyGrant };
export interface Transition {
  readonly from: readonly string[];
  readonly to: string;
  readonly node?: string;
  readonly super?: true;
}
export type AnyFormRow = string | readonly string[];
export type AnyLabels = Readonly<Record<string, unknown>> & { readonly $one: string; readonly $many: string };
/** An entity with its types widened: the engine works with these and names no entity. */
export interface AnyEntity {
  readonly name: string;
  readonly spec: {
    readonly base?: Base;
    readonly menu: string;
    readonly icon: string;
    readonly sensitivity: Sensitivity;
    readonly fields: Readonly<Record<string, Field>>;
    readonly title: string;
    readonly list: {
      readonly columns: readonly string[];
      readonly optional?: readonly string[];
      readonly sort?: string;
    };
    readonly form: readonly (AnyFormRow | { readonly group: string; readonly rows: readonly AnyFormRow[] })[];
    readonly access: { readonly [A in Audience]?: AnyAccess };
    readonly memberRule?: string;
    readonly publicId?: string;
    readonly owner?: string;
    readonly personal?: true;
    readonly noHistory?: true;
    readonly keptDays?: number;
    readonly superOnly?: true;
    readonly nodes?: string;
    readonly pickerColumns?: { readonly picture?: string; readonly hint?: string };
    readonly tree?: string;
    readonly translations?: readonly string[];
    readonly searchedTogether?: readonly (readonly string[])[];
    readonly mergeGroups?: readonly (readonly string[])[];
    readonly either?: readonly (readonly string[])[];
    readonly transitions?: { readonly [field: string]: { readonly [move: string]: Transition } | undefined };
    readonly locked?: { readonly field: string; readonly when: readonly string[] };
    readonly onDelete?: { readonly restrictWhile: { readonly field: string; readonly when: readonly string[] } };
    readonly children?: readonly { readonly entity: string; readonly by: string }[];
    readonly actions?: readonly string[];
    readonly actionNodes?: Readonly<Record<string, string>>;
    readonly labels: { readonly en: AnyLabels; readonly 'zh-cn': AnyLabels };
  };
}
/** A row of an entity known only at run time. */
export type Row = Readonly<Record<string, Json>> & { readonly id: number; readonly revision: number };

/** Declares an entity. Unknown columns, missing labels and impossible defaults do not compile. */
export const defineEntity = <
  const N extends string,
  const F extends Fields,
  const B extends Base = 'record',
  const A extends string = never,
>(
  name: N,
  spec: Spec<F, B, A>,
): Entity<N, F, B, A> => ({ name, spec: expandTranslations(spec) });

/** The record as read. */
export type Infer<E> = E extends { readonly spec: Spec<infer F, infer B, infer _A> } ? RowOf<F, B> : never;
/** The fields that a create call must and may send. */
export type CreateInput<E> = E extends { readonly spec: Spec<infer F, infer _B, infer _A> }
  ? Flatten<
      { readonly [K in keyof F as IsRequiredOnCreate<F[K]> extends true ? K : never]: FieldValue<F[K]> } & {
        readonly [K in keyof F as IsRequiredOnCreate<F[K]> extends true ? never : K]?: FieldValue<F[K]>;
      }
    >
  : never;
export type ActionOf<E> = E extends { readonly spec: Spec<infer _F, infer _B, infer A> } ? A : never;
