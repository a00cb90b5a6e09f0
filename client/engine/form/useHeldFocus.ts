/** Whoever works by keys stays in the form when the button they pressed has done its work and is gone. */
import { useEffect, useRef, type RefObject } from 'react';

const CONTROL =
  ':is(input, textarea):not([type="hidden"], [aria-hidden="true"]), [role="combobox"], [contenteditable="true"]';

interface Held {
  readonly element: HTMLElement;
  /** The field it belongs to. */
  readonly field: HTMLElement | null;
}

export function useHeldFocus(root: RefObject<HTMLElement | null>): void {
  const held = useRef<Held | null>(null);
  useEffect(() => {
    const form = root.current;
    const onFocus = ({ target }: FocusEvent) => {
      // A finger or a mouse needs no place to go on from, and a phone would open its keys.
      const byKeys = target instanceof HTMLElement && target.matches(':focus-visible');
      held.current = byKeys ? { element: target, field: target.closest<HTMLElement>('[data-field]') } : null;
    };
    form?.addEventListener('focusin', onFocus);
    return () => form?.removeEventListener('focusin', onFocus);
  }, [root]);
  // After whatever was drawn: what was pressed may be gone with it.
  useEffect(() => {
    if (held.current === null || held.current.element.isConnected || document.activeElement !== document.body) return;
    const { field } = held.current;
    held.current = null;
    const control = field?.isConnected ? field.querySelector<HTMLElement>(CONTROL) : null;
    (control ?? root.current)?.focus({ preventScroll: true });
  });
}
