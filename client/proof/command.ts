/** The commands of a run: plain records, so that a failing sequence can be stored, shrunk and repeated. */
import fc from 'fast-check';

/** Indices are taken modulo the number of candidates, so that every list of commands can run. */
export type Command =
  | {
      readonly do:
        | 'create'
        | 'bulk'
        | 'applyPending'
        | 'openSecondList'
        | 'closeList'
        | 'closeForm'
        | 'cutConnection'
        | 'halfOpenConnection';
      readonly who: number;
    }
  | { readonly do: 'remove' | 'restore' | 'openForm'; readonly who: number; readonly row: number }
  | { readonly do: 'sort'; readonly who: number; readonly row: number; readonly to: number }
  | {
      readonly do: 'patch';
      readonly who: number;
      readonly row: number;
      readonly field: number;
      readonly stale: boolean;
    }
  | {
      readonly do: 'openList';
      readonly who: number;
      readonly filter: number;
      readonly sort: number;
      readonly size: number;
    }
  | { readonly do: 'permissions'; readonly who: number; readonly preset: number }
  | { readonly do: 'move'; readonly row: number; readonly to: number }
  | { readonly do: 'expire' | 'disable'; readonly who: number }
  | { readonly do: 'hide'; readonly who: number; readonly hidden: boolean }
  /** `amount`: of bytes, milliseconds or bytes per second; the interpreter has the unit of each. */
  | {
      readonly do: 'delay' | 'delayResponses' | 'throttle' | 'cutAfterBytes';
      readonly who: number;
      readonly amount: number;
    }
  | { readonly do: 'restoreConnection'; readonly who: number }
  | { readonly do: 'crash' }
  | { readonly do: 'wait'; readonly amount: number };

const small = fc.nat(7);
const record = <T extends object>(name: string, shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ do: fc.constant(name), ...shape }) as fc.Arbitrary<unknown> as fc.Arbitrary<Command>;
const who = { who: small };

const weighted: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [10, record('create', who)],
  [30, record('patch', { ...who, row: small, field: small, stale: fc.boolean() })],
  [9, record('remove', { ...who, row: small })],
  [4, record('restore', { ...who, row: small })],
  [3, record('bulk', who)],
  [5, record('sort', { ...who, row: small, to: small })],
  [10, record('openList', { ...who, filter: small, sort: small, size: small })],
  [6, record('openSecondList', who)],
  [2, record('closeList', who)],
  [5, record('openForm', { ...who, row: small })],
  [2, record('closeForm', who)],
  [4, record('applyPending', who)],
  [5, record('move', { row: small, to: small })],
  [2, record('expire', who)],
  [3, record('hide', { ...who, hidden: fc.boolean() })],
  [3, record('cutConnection', who)],
  [2, record('halfOpenConnection', who)],
  [4, record('cutAfterBytes', { ...who, amount: small })],
  [5, record('delayResponses', { ...who, amount: small })],
  [3, record('delay', { ...who, amount: small })],
  [2, record('throttle', { ...who, amount: small })],
  [6, record('restoreConnection', who)],
  [12, record('wait', { amount: small })],
];
const permissions: typeof weighted = [[5, record('permissions', { ...who, preset: small })]];
/** Slow commands, which only full runs contain. */
const rare: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [1, record('disable', who)],
  [1, record('crash', {})],
];

export interface Kinds {
  /** Whether permissions of groups change during the run. */
  readonly permissions: boolean;
  /** Whether the server crashes and accounts are disabled during the run. */
  readonly rare: boolean;
}
/** Sequences of at least half of `longest` commands. */
export function commandArbitrary(longest: number, kinds: Kinds): fc.Arbitrary<Command[]> {
  const all = [...weighted, ...(kinds.permissions ? permissions : []), ...(kinds.rare ? rare : [])];
  const one = fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.array(one, { minLength: Math.ceil(longest / 2), maxLength: longest });
}
