/** Keyboard shortcuts of a list: `/` focuses the quick search, `.` shows pending changes, Escape clears the selection. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { ListModel } from './useListModel';

const TEXT_INPUT = 'input:not([type=checkbox]), textarea, select, [contenteditable="true"]';
const OVERLAY = '[role=dialog], [role=menu], [role=listbox]';

const isListShortcut = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  // A disabled button leaves the focus on the body, also inside a drawer.
  if (document.querySelector('[aria-modal="true"]')) return false;
  return !(event.target instanceof Element && (event.target.matches(TEXT_INPUT) || event.target.closest(OVERLAY)));
};

interface ShortcutModel extends Pick<ListModel, 'selected' | 'select'> {
  readonly rows: Pick<ListModel['rows'], 'hasPending' | 'applyPending'>;
}

export function useListShortcuts(
  { rows, selected, select }: ShortcutModel,
  search: RefObject<HTMLInputElement | null>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isListShortcut(event)) return;
    if (event.key === '/') search.current?.focus();
    else if (event.key === '.' && rows.hasPending) rows.applyPending();
    else if (event.key === 'Escape' && selected.length > 0) select([]);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
