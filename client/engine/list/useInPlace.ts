/** Which value of a list is edited in place, and which typed values nobody took: their editors stay, with text and reason. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { Json } from '../../../common/entity/field';
import type { Wire } from '../../../common/entity/project';
import { columnNamed } from '../../../common/entity/meta';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import type { Editing } from './rowPlaces';
import type { ListModel } from './useListModel';
import { mayEdit } from './editable';
import type { Stray } from './useStray';

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
  /** What was typed has lost its cell. */
  readonly stray: (stray: Stray) => void;
}

function withRefusal(all: Refusals, id: number, field: string, refusal: Refusal | null): Refusals {
  const { [id]: own = {}, ...others } = all;
  const { [field]: _old, ...rest } = own;
  const next = refusal === null ? rest : { ...rest, [field]: refusal };
  return Object.keys(next).length === 0 ? others : { ...others, [id]: next };
}

/** Whether the cell of a value is there to be typed in: its row is on this page and known, and the right to write it still given. */
function useIsThere({ entity, items, rights }: ListModel) {
  const store = useStore<EntitiesHolder>();
  return ({ id, field }: Editing): boolean => {
    const column = columnNamed(entity, field);
    const known = selectTable(entity.name)(store.getState())?.[id] !== undefined;
    return column !== undefined && mayEdit(rights, column) && known && items.some((item) => item.id === id);
  };
}

/** `onStray`: what was typed has lost its cell. */
export function useInPlace(model: ListModel, onStray: (stray: Stray) => void): InPlace {
  const [wanted, edit] = useState<Editing | null>(null);
  const [refusals, setRefusals] = useState<Refusals>({});
  const isThere = useIsThere(model);
  const editing = wanted !== null && isThere(wanted) ? wanted : null;
  // Given up for good: an editor must not spring up again when its row comes back.
  if (wanted !== editing) edit(editing);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const refuse: InPlace['refuse'] = (id, field, refusal) => {
    if (refusal !== null && !(shown.current && isThere({ id, field }))) {
      onStray({ row: refusal.row, field, value: refusal.value });
      return;
    }
    setRefusals((all) =>
      refusal === null && all[id]?.[field] === undefined ? all : withRefusal(all, id, field, refusal),
    );
  };
  return {
    editing,
    edit,
    refusals,
    refuse,
    stray: (stray) => {
      refuse(Number(stray.row['id']), stray.field, null);
      onStray(stray);
    },
  };
}
