/** What rows call back: one object that stays the same, so that a row is drawn again only when it changed itself. */
import { useInsertionEffect, useMemo, useRef } from 'react';
import type { Json } from '../../../common/entity/field';
import type { Wire } from '../../../common/entity/project';
import type { At } from './rowPlaces';
import type { Refusal } from './useInPlace';
import type { Asked } from './useRowActions';
import type { Stray } from './useStray';

export interface RowHandlers {
  readonly open: (id: number) => void;
  readonly toggle: (id: number, range: boolean) => void;
  readonly ask: (asked: Asked) => void;
  /** Settles with why it was not taken, or null. */
  readonly commit: (row: Wire, field: string, value: Json) => Promise<string | null>;
  readonly fold: (id: number) => void;
  readonly focus: (id: number) => void;
  /** Edits a value in place; null ends it. */
  readonly edit: (id: number, field: string | null) => void;
  /** Keeps the editor of a value nobody took; null lets it go. */
  readonly refuse: (id: number, field: string, refusal: Refusal | null) => void;
  /** Keeps what was typed in a cell that is no longer there. */
  readonly stray: (stray: Stray) => void;
  /** Gives a row another place. */
  readonly place: (id: number, at: At) => void;
}

export function useRowHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers);
  useInsertionEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      open: (id) => latest.current.open(id),
      toggle: (id, range) => latest.current.toggle(id, range),
      ask: (asked) => latest.current.ask(asked),
      commit: (row, field, value) => latest.current.commit(row, field, value),
      fold: (id) => latest.current.fold(id),
      focus: (id) => latest.current.focus(id),
      edit: (id, field) => latest.current.edit(id, field),
      refuse: (id, field, refusal) => latest.current.refuse(id, field, refusal),
      stray: (stray) => latest.current.stray(stray),
      place: (id, at) => latest.current.place(id, at),
    }),
    [],
  );
}
