/** Whoever works by keys stays in the form when the button they pressed has done its work and is gone. */
import { useEffect, useRef, type RefObject } from 'react';

const CONTROL =
  ':is(input, textarea):not([type="hidden"], [aria-hidden="true"]), [role="combobox"], [contenteditable="true"]';

interface LastFocus {
  readonly element: HTMLElement;
  /** The field it belongs to. */
  readonly field: HTMLElement | null;
}

export function useFocusRecovery(root: RefObject<HTMLElement | null>): void {
  const lastFocus = useRef<LastFocus | null>(null);
  useEffect(() => {
    const form = root.current;
    const onFocus = ({ target }: FocusEvent) => {
      // A finger or a mouse needs no place to go on from, and a phone would open its keys.
      const isKeyboard = target instanceof HTMLElement && target.matches(':focus-visible');
      lastFocus.current = isKeyboard ? { element: target, field: target.closest<HTMLElement>('[data-field]') } : null;
    };
    form?.addEventListener('focusin', onFocus);
    return () => form?.removeEventListener('focusin', onFocus);
  }, [root]);
  // After whatever was drawn: what was pressed may be gone with it.
  useEffect(() => {
    if (lastFocus.current === null || lastFocus.current.element.isConnected || document.activeElement !== document.body)
      return;
    const { field } = lastFocus.current;
    lastFocus.current = null;
    const control = field?.isConnected ? field.querySelector<HTMLElement>(CONTROL) : null;
    (control ?? root.current)?.focus({ preventScroll: true });
  });
}
