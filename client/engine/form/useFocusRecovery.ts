/** Keeps keyboard users in the form when the focused button disappears after its action. */
import { useEffect, useRef, type RefObject } from 'react';

const CONTROL =
  ':is(input, textarea):not([type="hidden"], [aria-hidden="true"]), [role="combobox"], [contenteditable="true"]';

interface LastFocus {
  readonly element: HTMLElement;
  /** The field around the element. */
  readonly field: HTMLElement | null;
}

export function useFocusRecovery(root: RefObject<HTMLElement | null>): void {
  const lastFocus = useRef<LastFocus | null>(null);
  useEffect(() => {
    const form = root.current;
    const onFocus = ({ target }: FocusEvent) => {
      // Pointer users need no focus to continue from, and on a phone a focused input would open the keyboard.
      const isKeyboard = target instanceof HTMLElement && target.matches(':focus-visible');
      lastFocus.current = isKeyboard ? { element: target, field: target.closest<HTMLElement>('[data-field]') } : null;
    };
    form?.addEventListener('focusin', onFocus);
    return () => form?.removeEventListener('focusin', onFocus);
  }, [root]);
  // Runs after every render, because a render may remove the focused element.
  useEffect(() => {
    if (lastFocus.current === null || lastFocus.current.element.isConnected || document.activeElement !== document.body)
      return;
    const { field } = lastFocus.current;
    lastFocus.current = null;
    const control = field?.isConnected ? field.querySelector<HTMLElement>(CONTROL) : null;
    (control ?? root.current)?.focus({ preventScroll: true });
  });
}
