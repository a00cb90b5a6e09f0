/** Mouse and keyboard events of a row: click opens, double click edits inline, with keys for both. */
import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { EntityPermissions } from '../../usePermissions';
import { editableColumnNames } from '../cells/editableColumns';
import type { RowHandlers } from '../useRowHandlers';
import type { ListItem } from '../tree/treeItems';
import type { GridColumn } from './useGridTable';

/** Time to wait for a second click. */
const DOUBLE_CLICK_MS = 220;
const STEP_KEYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
const LEVEL_KEYS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };
const isControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('a, button, input, label') !== null;
const editableAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[data-editable]')?.getAttribute('data-editable') ?? null) : null;

interface RowContext {
  readonly item: ListItem;
  readonly permissions: EntityPermissions;
  readonly gridColumns: readonly GridColumn[];
  readonly isManuallySorted: boolean;
  readonly handlers: RowHandlers;
}
export function useRowEvents(
  { item: { id }, permissions, gridColumns, isManuallySorted, handlers }: RowContext,
  isRemoved: boolean,
) {
  const openTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return {
    onClick: ({ target, detail }: MouseEvent) => {
      handlers.onFocus(id);
      if (isRemoved || isControl(target)) return;
      clearTimeout(openTimer.current);
      if (editableAt(target) === null) handlers.onOpen(id);
      else if (detail < 2) openTimer.current = setTimeout(() => handlers.onOpen(id), DOUBLE_CLICK_MS);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      clearTimeout(openTimer.current);
      const field = editableAt(target);
      if (!isRemoved && field !== null && !isControl(target)) handlers.onEdit(id, field);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { key } = event;
      if (event.target !== event.currentTarget || isRemoved) return;
      if (key === 'Enter') handlers.onOpen(id);
      else if (key === 'F2') handlers.onEdit(id, editableColumnNames(permissions, gridColumns)[0] ?? null);
      else if (event.altKey && isManuallySorted && key in STEP_KEYS) handlers.onMove(id, { step: STEP_KEYS[key] ?? 1 });
      else if (event.altKey && isManuallySorted && key in LEVEL_KEYS)
        handlers.onMove(id, { level: LEVEL_KEYS[key] ?? 1 });
      else if (key === ' ') handlers.onToggle(id, event.shiftKey);
      else if (key === 'Delete' && permissions.can('remove')) handlers.onRequestAction({ kind: 'remove', ids: [id] });
      else return;
      event.preventDefault();
    },
    onFocus: (event: FocusEvent) => {
      if (event.target === event.currentTarget) handlers.onFocus(id);
    },
  };
}
