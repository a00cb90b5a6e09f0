/** Moves the focus between notices with the arrow keys. */
import type { KeyboardEvent } from 'react';

/** Up and down move between rows; Tab still reaches everything. */
export function moveFocusByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const focusedIndex = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  const next = rows[event.key === 'ArrowDown' ? focusedIndex + 1 : Math.max(0, focusedIndex - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
