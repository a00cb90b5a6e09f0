/** Walking along the lines of the bell with the arrow keys. */
import type { KeyboardEvent } from 'react';

/** Up and down go from line to line; everything is within reach of Tab as well. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const at = lines.findIndex((line) => line.parentElement?.contains(document.activeElement));
  const next = lines[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
