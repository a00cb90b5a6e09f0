/** `behave`: what one entity does beyond the ordinary, as typed steps of the one write path. */
import type { ActionOf, AnyEntity, Infer } from '../../common/entity/entity';
import type { Field, Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import type { Cond } from '../../common/entity/filter';
import type { Ctx } from '../kit';
import type { Step } from './writer';

type MoneyAsCents<F, T> = F extends { readonly kind: 'money' } ? Exclude<T, string> | number : T;
/** A row as it is stored: like `Infer`, with money in cents. */
export type Stored<E> = E extends { readonly spec: { readonly fields: infer F } }
  ? { readonly [K in keyof Infer<E>]: K extends keyof F ? MoneyAsCents<F[K], Infer<E>[K]> : Infer<E>[K] }
  : never;
type Changes<E> = Partial<Stored<E>>;
type Later<T> = T | Promise<T>;

/** A value in stored form out of the one both saw, mine and theirs. */
export type MergeValues = (base: Json, mine: Json, theirs: Json) => Json | undefined;

/** How rows are found by a text they do not hold themselves. */
export interface Sought {
  /** Conditions on this field, and the quick search, are asked so. */
  readonly field: string;
  /** What is looked for instead, any of it; undefined: the text is no such one, and is looked for as it is. */
  readonly by: (keys: readonly string[], text: string) => readonly Cond[] | undefined;
}

/** What an action returns when it wrote the row itself, by `step.within`: then the answer holds the row as it is now, and says `done.saved`. */
export const SAVED = Symbol('saved');

export type Steps<E> = {
  /** A create that was done before, under a key that outlasts the mutation log: the row it made, which is answered instead. */
  readonly already?: (step: Step, values: Changes<E>) => Later<Stored<E> | undefined>;
  /**
   * Names of everything a create of what was sent may lock that another create may lock too: creates that share none may travel in one
   * transaction. Nothing when that cannot be said beforehand.
   */
  readonly locks?: (sent: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /**
   * Before a create or update is stored: the changes, possibly completed or refused. Of a row that comes back from the recycle
   * state (`isReturning`) the changes are all that people write of it, and `before` is the row as it lies there.
   */
  readonly beforeWrite?: (step: Step, changes: Changes<E>, before: Stored<E> | undefined) => Later<Changes<E>>;
  /** Values of a field two people changed at once that can be brought together; undefined: they clash like any others. */
  readonly merge?: Readonly<Partial<Record<keyof Stored<E> & string, MergeValues>>>;
  /** Before a row is moved to the recycle state or vanishes: throws to refuse. */
  readonly beforeRemove?: (step: Step, row: Stored<E>) => Later<void>;
  /** Before a row in the recycle state is destroyed for good: throws to refuse. */
  readonly beforePurge?: (step: Step, row: Stored<E>) => Later<void>;
  /** Before any of these rows is moved to the recycle state or destroyed: throws to refuse all. */
  readonly beforeLeaving?: (step: Step, rows: readonly Stored<E>[], verb: 'del' | 'purge') => Later<void>;
  /** In the same transaction, after the row is stored, removed (`delete_time`) or restored: counters, ledgers, dependent rows. */
  readonly inside?: (step: Step, after: Stored<E>, before: Stored<E> | undefined) => Later<void>;
  /** Once committed: mail, files, remote calls. Idempotent; a failure is logged, never undone. */
  readonly afterCommit?: (ctx: Ctx, after: Stored<E>, before: Stored<E> | undefined) => Later<void>;
  /** Once a row is destroyed for good: what hangs on it outside the database. */
  readonly afterPurge?: (ctx: Ctx, row: Stored<E>) => Later<void>;
  readonly sought?: Sought;
  /** Final refusals of requests for this entity are kept under their mutation id, like answers. */
  readonly keepsRefusals?: true;
} & ([ActionOf<E>] extends [never]
  ? unknown
  : {
      /** The entity's own verbs: each returns the columns it changes, or `SAVED`. */
      readonly actions: {
        readonly [A in ActionOf<E>]: (
          step: Step,
          row: Stored<E>,
          input: Readonly<Record<string, unknown>>,
        ) => Later<Changes<E> | typeof SAVED>;
      };
      /** Inputs of actions that the admin log keeps besides the columns an action changes. */
      readonly logged?: { readonly [A in ActionOf<E>]?: readonly string[] };
    });

/** The widened face of steps, as the engine calls them. */
export interface AnySteps {
  readonly already?: (step: Step, values: StoredRow) => Later<StoredRow | undefined>;
  readonly locks?: (sent: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  readonly beforeWrite?: (step: Step, changes: StoredRow, before: StoredRow | undefined) => Later<StoredRow>;
  readonly merge?: Readonly<Record<string, MergeValues>>;
  readonly beforeRemove?: (step: Step, row: StoredRow) => Later<void>;
  readonly beforePurge?: (step: Step, row: StoredRow) => Later<void>;
  readonly beforeLeaving?: (step: Step, rows: readonly StoredRow[], verb: 'del' | 'purge') => Later<void>;
  readonly inside?: (step: Step, after: StoredRow, before: StoredRow | undefined) => Later<void>;
  readonly afterCommit?: (ctx: Ctx, after: StoredRow, before: StoredRow | undefined) => Later<void>;
  readonly afterPurge?: (ctx: Ctx, row: StoredRow) => Later<void>;
  readonly sought?: Sought;
  readonly keepsRefusals?: true;
  readonly actions?: Readonly<
    Record<
      string,
      (step: Step, row: StoredRow, input: Readonly<Record<string, unknown>>) => Later<StoredRow | typeof SAVED>
    >
  >;
  readonly logged?: Readonly<Record<string, readonly string[]>>;
}
export interface Behaviour {
  readonly entity: string;
  readonly steps: AnySteps;
}

/** Whether a row about to be written comes back from the recycle state: laws hold for it as for a new one, what it has it keeps. */
export const isReturning = (before: { readonly delete_time?: number | null } | undefined): boolean =>
  (before?.delete_time ?? null) !== null;

/** Declares an entity's behaviour. A declared action without its duty does not compile. */
export const behave = <E extends { readonly name: string; readonly spec: { readonly fields: Record<string, Field> } }>(
  entity: E,
  steps: Steps<E>,
): Behaviour => ({
  entity: entity.name,
  // The engine calls steps only with rows of this very entity, whose columns `Stored` describes.
  steps: steps as unknown as AnySteps,
});

/** The steps of an entity, none when it has no behaviour. */
export function stepsOf(behaviours: readonly Behaviour[], { name }: AnyEntity): AnySteps {
  const known =
    byEntity.get(behaviours) ?? new Map([...behaviours].reverse().map(({ entity, steps }) => [entity, steps]));
  byEntity.set(behaviours, known);
  return known.get(name) ?? NONE;
}
const byEntity = new WeakMap<readonly Behaviour[], ReadonlyMap<string, AnySteps>>();
const NONE: AnySteps = {};
