/** The registry of entities by name; the compiler checks references. */
import type { AnyEntity, Infer } from './entity';
import type { Field } from './field';

type TargetOf<F> =
  F extends Field<infer _K, unknown, infer O> ? (O extends { readonly to: infer To } ? To : never) : never;
type Targets<E> = E extends { readonly spec: { readonly fields: infer F } }
  ? { [K in keyof F]: TargetOf<F[K]> }[keyof F]
  : never;
type NameOf<E> = E extends { readonly name: infer N } ? N : never;
type Names<R> = NameOf<R[keyof R]>;
type KnownReferences<R> = {
  [K in keyof R]: [Exclude<Targets<R[K]>, Names<R>>] extends [never]
    ? R[K]
    : `unknown ref: ${Extract<Exclude<Targets<R[K]>, Names<R>>, string>}`;
};

/** Collects entities; a reference to a name that is not among them does not compile. */
export const defineRegistry = <const R extends Record<string, AnyEntity>>(all: R & KnownReferences<R>): R => all;

/** All entities of a running server, by name. The engine receives a registry and names no entity itself. */
export interface Registry {
  readonly all: readonly AnyEntity[];
  readonly get: (name: string) => AnyEntity | undefined;
}

/** Builds the run-time registry from a table of definitions. */
export function registryOf(table: Readonly<Record<string, AnyEntity>>): Registry {
  const byName = new Map(Object.values(table).map((entity) => [entity.name, entity]));
  return { all: [...byName.values()], get: (name) => byName.get(name) };
}

/** The row type of an entity of a registry by its name: `RowNamed<typeof entities, 'news'>`. */
export type RowOfEntity<R, N extends string> = Infer<Extract<R[keyof R], { readonly name: N }>>;
