/** What clicks and keys do with a row: one click opens it, two edit a value in place, and every way has its key. */
import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { EntityRights } from '../useMay';
import { editableNames } from './editable';
import type { RowHandlers } from './rowHandlers';
import type { Item } from './treeItems';
import type { GridColumn } from './useGridTable';

/** How long one click waits for a second. */
const SECOND_CLICK_MS = 220;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
const LEVELS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };
const isControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('a, button, input, label') !== null;
const editableAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[data-editable]')?.getAttribute('data-editable') ?? null) : null;

interface Row {
  readonly item: Item;
  readonly rights: EntityRights;
  readonly grid: readonly GridColumn[];
  readonly sorting: boolean;
  readonly handlers: RowHandlers;
}
export function useRowEvents({ item: { id }, rights, grid, sorting, handlers }: Row, dead: boolean) {
  const opening = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return {
    onClick: ({ target, detail }: MouseEvent) => {
      handlers.focus(id);
      if (dead || isControl(target)) return;
      clearTimeout(opening.current);
      if (editableAt(target) === null) handlers.open(id);
      else if (detail < 2) opening.current = setTimeout(() => handlers.open(id), SECOND_CLICK_MS);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      clearTimeout(opening.current);
      const field = editableAt(target);
      if (!dead && field !== null && !isControl(target)) handlers.edit(id, field);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { key } = event;
      if (event.target !== event.currentTarget || dead) return;
      if (key === 'Enter') handlers.open(id);
      else if (key === 'F2') handlers.edit(id, editableNames(rights, grid)[0] ?? null);
      else if (event.altKey && sorting && key in STEPS) handlers.place(id, { step: STEPS[key] ?? 1 });
      else if (event.altKey && sorting && key in LEVELS) handlers.place(id, { level: LEVELS[key] ?? 1 });
      else if (key === ' ') handlers.toggle(id, event.shiftKey);
      else if (key === 'Delete' && rights.may('remove')) handlers.ask({ kind: 'remove', ids: [id] });
      else return;
      event.preventDefault();
    },
    onFocus: (event: FocusEvent) => {
      if (event.target === event.currentTarget) handlers.focus(id);
    },
  };
}
