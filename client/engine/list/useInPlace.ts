/** Which value of a list is edited in place, and which typed values nobody took: their editors stay, with text and reason. */
import { useState } from 'react';
import type { Json } from '../../../common/entity/field';
import type { Wire } from '../../../common/entity/project';
import type { Editing } from './rowPlaces';

export interface Refusal {
  /** The row as it was when editing began. */
  readonly row: Wire;
  readonly value: Json;
  /** Why it was not taken, as a sentence. */
  readonly fault: string;
}
/** By row and field. */
export type Refusals = Readonly<Record<number, Readonly<Record<string, Refusal>>>>;

export interface InPlace {
  readonly editing: Editing | null;
  readonly edit: (editing: Editing | null) => void;
  readonly refusals: Refusals;
  /** Null: it was taken or given up. */
  readonly refuse: (id: number, field: string, refusal: Refusal | null) => void;
}

function withRefusal(all: Refusals, id: number, field: string, refusal: Refusal | null): Refusals {
  const { [id]: own = {}, ...others } = all;
  const { [field]: _old, ...rest } = own;
  const next = refusal === null ? rest : { ...rest, [field]: refusal };
  return Object.keys(next).length === 0 ? others : { ...others, [id]: next };
}

export function useInPlace(): InPlace {
  const [editing, edit] = useState<Editing | null>(null);
  const [refusals, setRefusals] = useState<Refusals>({});
  return {
    editing,
    edit,
    refusals,
    refuse: (id, field, refusal) =>
      setRefusals((all) =>
        refusal === null && all[id]?.[field] === undefined ? all : withRefusal(all, id, field, refusal),
      ),
  };
}
