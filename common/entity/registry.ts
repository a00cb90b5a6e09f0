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
export function createRegistry(table: Readonly<Record<string, AnyEntity>>): Registry {
  const byName = new Map(Object.values(table).map((entity) => [entity.name, entity]));
  return { all: [...byName.values()], get: (name) => byName.get(name) };
}

/** A registry whose designed entities change while the server runs. */
export interface RuntimeRegistry extends Registry {
  /** The built-in entities: their names can never be designed. */
  readonly builtIn: Registry;
  /** The entities that were designed in the console. */
  readonly designed: () => readonly AnyEntity[];
  /** Replaces the designed entities. Those whose definition stays the same keep their object, so that what is computed from it stays valid. */
  readonly replaceDesigned: (entities: readonly AnyEntity[]) => RegistryChange;
}
/** The changes that a replacement of the designed entities made. */
export interface RegistryChange {
  /** New entities, and those with a new definition. */
  readonly added: readonly AnyEntity[];
  /** The objects that no longer hold: removed entities, and the former definitions of changed ones. */
  readonly removed: readonly AnyEntity[];
}

/** Adds designed entities to a registry of built-in ones. A designed entity with the name of a built-in one is ignored. */
export function createRuntimeRegistry(builtIn: Registry): RuntimeRegistry {
  let designed: ReadonlyMap<string, AnyEntity> = new Map();
  let all = builtIn.all;
  return {
    builtIn,
    get all() {
      return all;
    },
    get: (name) => builtIn.get(name) ?? designed.get(name),
    designed: () => [...designed.values()],
    replaceDesigned: (entities) => {
      const previous = designed;
      designed = new Map(
        entities
          .filter(({ name }) => builtIn.get(name) === undefined)
          .map((entity) => [entity.name, sameDefinition(previous.get(entity.name), entity) ?? entity]),
      );
      all = [...builtIn.all, ...designed.values()];
      return {
        added: [...designed.values()].filter((entity) => previous.get(entity.name) !== entity),
        removed: [...previous.values()].filter((entity) => designed.get(entity.name) !== entity),
      };
    },
  };
}

const sameDefinition = (known: AnyEntity | undefined, entity: AnyEntity): AnyEntity | undefined =>
  known !== undefined && JSON.stringify(known.spec) === JSON.stringify(entity.spec) ? known : undefined;

/** The row type of an entity of a registry by its name: `RowOfEntity<typeof entities, 'news'>`. */
export type RowOfEntity<R, N extends string> = Infer<Extract<R[keyof R], { readonly name: N }>>;
