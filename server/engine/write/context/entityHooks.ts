/** `defineHooks`: the lifecycle hooks of an entity, typed by its definition. The write path calls them at fixed stages. */
import { publicIdHooks } from './publicIdHooks';
import type { ActionOf, AnyEntity, Infer } from '../../../../common/entity/entity';
import type { Field, Json } from '../../../../common/entity/field';
import type { StoredRow } from '../../../../common/entity/columns';
import type { Condition } from '../../../../common/entity/filter';
import type { RequestContext } from '../../../context';
import type { HookContext } from './hookContext';

type MoneyAsCents<F, T> = F extends { readonly kind: 'money' } ? Exclude<T, string> | number : T;
/** A row as it is stored: like `Infer`, with money in cents. */
export type StoredOf<E> = E extends { readonly spec: { readonly fields: infer F } }
  ? { readonly [K in keyof Infer<E>]: K extends keyof F ? MoneyAsCents<F[K], Infer<E>[K]> : Infer<E>[K] }
  : never;
type Changes<E> = Partial<StoredOf<E>>;
type MaybePromise<T> = T | Promise<T>;

/** Merges two changed values into one, all in stored form; undefined when they cannot be merged. */
export type MergeValues = (base: Json, mine: Json, theirs: Json) => Json | undefined;

/** The search in encrypted texts. */
export interface BlindIndexSearch {
  /** The field that the blind index replaces in filters and in the quick search. */
  readonly field: string;
  /** The conditions to use instead; a row matches if any of them does. Undefined when the text cannot be a value of this field: it is then searched unchanged. */
  readonly conditionsFor: (keys: readonly string[], text: string) => readonly Condition[] | undefined;
}

/** Returned by an action that wrote the row itself through `hook.writer`: the response then contains the row as it is now and `saved`. */
export const ROW_ALREADY_WRITTEN = Symbol('saved');

export type EntityHooks<E> = {
  /**
   * Returns the row of an earlier create with the same key, for entities that store the key in the row itself. The create then returns
   * that row. Such a key stays valid after the entry of the mutation log expired.
   */
  readonly findExisting?: (hook: HookContext, values: Changes<E>) => MaybePromise<StoredOf<E> | undefined>;
  /**
   * Names of the locks that a create takes and another create may take too. Creates without a common name may share a transaction
   * (group commit). Undefined: the names are not known before the create runs.
   */
  readonly lockKeys?: (sent: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /**
   * Runs before a create or update is stored. Returns the changes, to which it may add fields, or throws to refuse them. When a row is
   * restored (`isRestored(before)`), `changes` contains all writable values of the row, and `before` is the deleted row.
   */
  readonly beforeWrite?: (
    hook: HookContext,
    changes: Changes<E>,
    before: StoredOf<E> | undefined,
  ) => MaybePromise<Changes<E>>;
  /** Merge functions of fields that two actors may change at the same time; undefined: the values are a conflict. */
  readonly merge?: Readonly<Partial<Record<keyof StoredOf<E> & string, MergeValues>>>;
  /** Runs before a row is moved to the recycle bin or deleted; throws to refuse. */
  readonly beforeRemove?: (hook: HookContext, row: StoredOf<E>) => MaybePromise<void>;
  /** Runs before a row of the recycle bin is deleted for good; throws to refuse. */
  readonly beforePurge?: (hook: HookContext, row: StoredOf<E>) => MaybePromise<void>;
  /** Runs before any of these rows is moved to the recycle bin or deleted for good; throws to refuse all. */
  readonly beforeBulkRemove?: (
    hook: HookContext,
    rows: readonly StoredOf<E>[],
    verb: 'del' | 'purge',
  ) => MaybePromise<void>;
  /** Runs in the same transaction after the row is stored, removed (`delete_time`) or restored: counters, ledgers, dependent rows. */
  readonly afterWrite?: (hook: HookContext, after: StoredOf<E>, before: StoredOf<E> | undefined) => MaybePromise<void>;
  /** Runs after the commit: mail, files, remote calls. Must be idempotent; an error is logged, the write stays committed. */
  readonly afterCommit?: (
    ctx: RequestContext,
    after: StoredOf<E>,
    before: StoredOf<E> | undefined,
  ) => MaybePromise<void>;
  /** Runs after a row is deleted for good: deletes data of the row outside the database, such as files. */
  readonly afterPurge?: (ctx: RequestContext, row: StoredOf<E>) => MaybePromise<void>;
  readonly searchBy?: BlindIndexSearch;
  /** Whether a final refusal of a request for this entity is stored under its idempotency key, as a success is. */
  readonly storesRefusals?: true;
} & ([ActionOf<E>] extends [never]
  ? unknown
  : {
      /** The entity's own actions: each returns the columns it changes, or `ROW_ALREADY_WRITTEN`. */
      readonly actions: {
        readonly [A in ActionOf<E>]: (
          hook: HookContext,
          row: StoredOf<E>,
          input: Readonly<Record<string, unknown>>,
        ) => MaybePromise<Changes<E> | typeof ROW_ALREADY_WRITTEN>;
      };
      /** Inputs of actions that the audit log stores in addition to the changed columns. */
      readonly auditedInputs?: { readonly [A in ActionOf<E>]?: readonly string[] };
    });

/** The hooks without their entity's types, as the engine calls them. */
export interface AnyEntityHooks {
  readonly findExisting?: (hook: HookContext, values: StoredRow) => MaybePromise<StoredRow | undefined>;
  readonly lockKeys?: (sent: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  readonly beforeWrite?: (
    hook: HookContext,
    changes: StoredRow,
    before: StoredRow | undefined,
  ) => MaybePromise<StoredRow>;
  readonly merge?: Readonly<Record<string, MergeValues>>;
  readonly beforeRemove?: (hook: HookContext, row: StoredRow) => MaybePromise<void>;
  readonly beforePurge?: (hook: HookContext, row: StoredRow) => MaybePromise<void>;
  readonly beforeBulkRemove?: (
    hook: HookContext,
    rows: readonly StoredRow[],
    verb: 'del' | 'purge',
  ) => MaybePromise<void>;
  readonly afterWrite?: (hook: HookContext, after: StoredRow, before: StoredRow | undefined) => MaybePromise<void>;
  readonly afterCommit?: (ctx: RequestContext, after: StoredRow, before: StoredRow | undefined) => MaybePromise<void>;
  readonly afterPurge?: (ctx: RequestContext, row: StoredRow) => MaybePromise<void>;
  readonly searchBy?: BlindIndexSearch;
  readonly storesRefusals?: true;
  readonly actions?: Readonly<
    Record<
      string,
      (
        hook: HookContext,
        row: StoredRow,
        input: Readonly<Record<string, unknown>>,
      ) => MaybePromise<StoredRow | typeof ROW_ALREADY_WRITTEN>
    >
  >;
  readonly auditedInputs?: Readonly<Record<string, readonly string[]>>;
}
export interface EntityHookSet {
  readonly entity: string;
  readonly hooks: AnyEntityHooks;
}

/** Whether the row is being restored from the recycle bin. Hooks check it like a new row but do not change its values. */
export const isRestored = (before: { readonly delete_time?: number | null } | undefined): boolean =>
  (before?.delete_time ?? null) !== null;

/** Names that `EntityHooks` declares and the engine would never call: none, or `defineHooks` does not compile. */
type NeverCalled<E> = Exclude<keyof EntityHooks<E>, keyof AnyEntityHooks>;

/** Declares the hooks of an entity. A declared action without a function does not compile. */
export const defineHooks = <
  E extends { readonly name: string; readonly spec: { readonly fields: Record<string, Field> } },
>(
  entity: E,
  hooks: EntityHooks<E> & Readonly<Record<NeverCalled<E>, never>>,
): EntityHookSet => ({
  entity: entity.name,
  // the engine calls hooks only with rows of this entity, whose columns `StoredOf` describes
  hooks: hooks as unknown as AnyEntityHooks,
});

/** The hooks of an entity: its own ones, otherwise the default hooks that follow from its definition. */
export function getEntityHooks(hookSets: readonly EntityHookSet[], { name, spec }: AnyEntity): AnyEntityHooks {
  const hooksByName =
    hooksOfSets.get(hookSets) ?? new Map([...hookSets].reverse().map(({ entity, hooks }) => [entity, hooks]));
  hooksOfSets.set(hookSets, hooksByName);
  return hooksByName.get(name) ?? (spec.publicId === undefined ? NO_HOOKS : publicIdHooks(spec.publicId));
}
const hooksOfSets = new WeakMap<readonly EntityHookSet[], ReadonlyMap<string, AnyEntityHooks>>();
const NO_HOOKS: AnyEntityHooks = {};
