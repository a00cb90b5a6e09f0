/** `defineHooks`: what one entity does beyond the ordinary, as typed steps of the one write path. */
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

/** A value in stored form out of the one both saw, mine and theirs. */
export type MergeValues = (base: Json, mine: Json, theirs: Json) => Json | undefined;

/** How rows are found by a text they do not hold themselves. */
export interface BlindIndexSearch {
  /** Conditions on this field, and the quick search, are asked so. */
  readonly field: string;
  /** What is looked for instead, any of it; undefined: the text is no such one, and is looked for as it is. */
  readonly conditionsFor: (keys: readonly string[], text: string) => readonly Condition[] | undefined;
}

/** What an action returns when it wrote the row itself, by `step.within`: then the answer holds the row as it is now, and says `done.saved`. */
export const SAVED = Symbol('saved');

export type EntityHooks<E> = {
  /** A create that was done before, under a key that outlasts the mutation log: the row it made, which is answered instead. */
  readonly findExisting?: (hook: HookContext, values: Changes<E>) => MaybePromise<StoredOf<E> | undefined>;
  /**
   * Names of everything a create of what was sent may lock that another create may lock too: creates that share none may travel in one
   * transaction. Nothing when that cannot be said beforehand.
   */
  readonly lockKeys?: (sent: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /**
   * Before a create or update is stored: the changes, possibly completed or refused. Of a row that comes back from the recycle
   * state (`isRestored`) the changes are all that people write of it, and `before` is the row as it lies there.
   */
  readonly beforeWrite?: (
    hook: HookContext,
    changes: Changes<E>,
    before: StoredOf<E> | undefined,
  ) => MaybePromise<Changes<E>>;
  /** Values of a field two people changed at once that can be brought together; undefined: they clash like any others. */
  readonly merge?: Readonly<Partial<Record<keyof StoredOf<E> & string, MergeValues>>>;
  /** Before a row is moved to the recycle state or vanishes: throws to refuse. */
  readonly beforeRemove?: (hook: HookContext, row: StoredOf<E>) => MaybePromise<void>;
  /** Before a row in the recycle state is destroyed for good: throws to refuse. */
  readonly beforePurge?: (hook: HookContext, row: StoredOf<E>) => MaybePromise<void>;
  /** Before any of these rows is moved to the recycle state or destroyed: throws to refuse all. */
  readonly beforeDelete?: (
    hook: HookContext,
    rows: readonly StoredOf<E>[],
    verb: 'del' | 'purge',
  ) => MaybePromise<void>;
  /** In the same transaction, after the row is stored, removed (`delete_time`) or restored: counters, ledgers, dependent rows. */
  readonly afterWrite?: (hook: HookContext, after: StoredOf<E>, before: StoredOf<E> | undefined) => MaybePromise<void>;
  /** Once committed: mail, files, remote calls. Idempotent; a failure is logged, never undone. */
  readonly afterCommit?: (
    ctx: RequestContext,
    after: StoredOf<E>,
    before: StoredOf<E> | undefined,
  ) => MaybePromise<void>;
  /** Once a row is destroyed for good: what hangs on it outside the database. */
  readonly afterPurge?: (ctx: RequestContext, row: StoredOf<E>) => MaybePromise<void>;
  readonly searchBy?: BlindIndexSearch;
  /** Final refusals of requests for this entity are kept under their mutation id, like answers. */
  readonly remembersRefusals?: true;
} & ([ActionOf<E>] extends [never]
  ? unknown
  : {
      /** The entity's own verbs: each returns the columns it changes, or `SAVED`. */
      readonly actions: {
        readonly [A in ActionOf<E>]: (
          hook: HookContext,
          row: StoredOf<E>,
          input: Readonly<Record<string, unknown>>,
        ) => MaybePromise<Changes<E> | typeof SAVED>;
      };
      /** Inputs of actions that the admin log keeps besides the columns an action changes. */
      readonly auditedInputs?: { readonly [A in ActionOf<E>]?: readonly string[] };
    });

/** The widened face of steps, as the engine calls them. */
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
  readonly beforeDelete?: (hook: HookContext, rows: readonly StoredRow[], verb: 'del' | 'purge') => MaybePromise<void>;
  readonly afterWrite?: (hook: HookContext, after: StoredRow, before: StoredRow | undefined) => MaybePromise<void>;
  readonly afterCommit?: (ctx: RequestContext, after: StoredRow, before: StoredRow | undefined) => MaybePromise<void>;
  readonly afterPurge?: (ctx: RequestContext, row: StoredRow) => MaybePromise<void>;
  readonly searchBy?: BlindIndexSearch;
  readonly remembersRefusals?: true;
  readonly actions?: Readonly<
    Record<
      string,
      (
        hook: HookContext,
        row: StoredRow,
        input: Readonly<Record<string, unknown>>,
      ) => MaybePromise<StoredRow | typeof SAVED>
    >
  >;
  readonly auditedInputs?: Readonly<Record<string, readonly string[]>>;
}
export interface EntityHookSet {
  readonly entity: string;
  readonly hooks: AnyEntityHooks;
}

/** Whether a row about to be written comes back from the recycle state: laws hold for it as for a new one, what it has it keeps. */
export const isRestored = (before: { readonly delete_time?: number | null } | undefined): boolean =>
  (before?.delete_time ?? null) !== null;

/** Declares an entity's behaviour. A declared action without its duty does not compile. */
export const defineHooks = <
  E extends { readonly name: string; readonly spec: { readonly fields: Record<string, Field> } },
>(
  entity: E,
  hooks: EntityHooks<E>,
): EntityHookSet => ({
  entity: entity.name,
  // The engine calls steps only with rows of this very entity, whose columns `StoredOf` describes.
  hooks: hooks as unknown as AnyEntityHooks,
});

/** The steps of an entity, none when it has no behaviour. */
export function hooksOf(hookSets: readonly EntityHookSet[], { name }: AnyEntity): AnyEntityHooks {
  const hooksByName =
    hooksOfSets.get(hookSets) ?? new Map([...hookSets].reverse().map(({ entity, hooks }) => [entity, hooks]));
  hooksOfSets.set(hookSets, hooksByName);
  return hooksByName.get(name) ?? NO_HOOKS;
}
const hooksOfSets = new WeakMap<readonly EntityHookSet[], ReadonlyMap<string, AnyEntityHooks>>();
const NO_HOOKS: AnyEntityHooks = {};
