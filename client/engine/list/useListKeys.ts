/** Keys that work while a list is on the screen, wherever the focus is: all are shortcuts to buttons that are there as well. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { ListModel } from './useListModel';

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable="true"]';
const ELSEWHERE = '[role=dialog], [role=menu], [role=listbox]';

const isOurs = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  // A button that was pressed and can be pressed no more leaves the focus to nobody, also in a drawer.
  if (document.querySelector('[aria-modal="true"]')) return false;
  return !(event.target instanceof Element && (event.target.matches(TYPING) || event.target.closest(ELSEWHERE)));
};

export function useListKeys({ rows, selected, select }: ListModel, search: RefObject<HTMLInputElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(event)) return;
    if (event.key === '/') search.current?.focus();
    else if (event.key === '.' && rows.pending) rows.show();
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
