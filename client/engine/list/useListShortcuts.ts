/**
 * Keyboard shortcuts of a list: `/` focuses the quick search, `.` shows pending changes, Escape clears the selection, `c` adds a record; `j` and
 * `k` go to the next and the previous row, `x` selects and `e` opens the current one.
 */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { ListModel } from './useListModel';
import type { RowHandlers } from './useRowHandlers';

const TEXT_INPUT = 'input:not([type=checkbox]), textarea, select, [contenteditable="true"]';
const OVERLAY = '[role=dialog], [role=menu], [role=listbox]';

const isListShortcut = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  // A disabled button leaves the focus on the body, also inside a drawer.
  if (document.querySelector('[aria-modal="true"]')) return false;
  return !(event.target instanceof Element && (event.target.matches(TEXT_INPUT) || event.target.closest(OVERLAY)));
};

type ShortcutModel = Pick<ListModel, 'selected' | 'select' | 'items'> & {
  readonly canCreate: boolean;
  readonly rows: Pick<ListModel['rows'], 'hasPending' | 'applyPending'>;
};
interface ShortcutTargets {
  readonly search: RefObject<HTMLInputElement | null>;
  /** The row with the keyboard focus. */
  readonly currentId: number | null;
  readonly handlers: Pick<RowHandlers, 'onFocus' | 'onOpen' | 'onToggle'>;
  readonly onAdd: () => void;
}

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** Focuses the row that is `step` rows away; without a current row the first one. */
function focusNeighbor({ items }: ShortcutModel, { currentId, handlers }: ShortcutTargets, step: 1 | -1): void {
  const index = items.findIndex(({ id }) => id === currentId);
  const next = index < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, index + step))];
  if (next === undefined) return;
  handlers.onFocus(next.id);
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`main [data-rows] [data-id="${next.id}"]`)?.focus());
}

/** Runs the shortcut of a key; returns whether it has one here. */
function runShortcut(key: string, model: ShortcutModel, targets: ShortcutTargets): boolean {
  const { rows, selected, select, canCreate, items } = model;
  const { search, currentId, handlers, onAdd } = targets;
  const step = STEP_KEYS[key];
  const row = items.some(({ id }) => id === currentId) ? currentId : null;
  if (step !== undefined) focusNeighbor(model, targets, step);
  else if (key === '/') search.current?.focus();
  else if (key === '.' && rows.hasPending) rows.applyPending();
  else if (key === 'Escape' && selected.length > 0) select([]);
  else if (key === 'c' && canCreate) onAdd();
  else if (key === 'x' && row !== null) handlers.onToggle(row, false);
  else if (key === 'e' && row !== null) handlers.onOpen(row);
  else return false;
  return true;
}

export function useListShortcuts(model: ShortcutModel, targets: ShortcutTargets): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isListShortcut(event) && runShortcut(event.key, model, targets)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
