/** Keyboard shortcuts that work wherever the focus is, except while a dialog above is open: Escape closes, Ctrl+S and ⌘S save. */
import { useEffect, useEffectEvent, type RefObject } from 'react';

const TEXT_INPUT = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable="true"]';
const POPUP = '[role=menu], [role=listbox]';

/** Dialogs of a hidden cached screen stay in the document with `display: none`. */
function isVisible(element: Element | null): boolean {
  return element === null || (getComputedStyle(element).display !== 'none' && isVisible(element.parentElement));
}

/** Whether no modal dialog is above the element. */
function isOnTop(root: HTMLElement): boolean {
  const topDialog = [...document.querySelectorAll('[aria-modal="true"]')].findLast(isVisible);
  return topDialog === undefined || topDialog.contains(root);
}

/** Whether the key belongs to a text input or a popup outside the element, such as the search of a list. */
function isKeyUsedElsewhere(root: HTMLElement, { target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || root.contains(target)) return false;
  if (target.closest(POPUP) !== null) return true;
  const input = target.closest(TEXT_INPUT);
  return input !== null && !(input instanceof HTMLInputElement && input.value === '');
}

/** Calls `onKey` for each key that reaches the window. `onKey` returns whether it used the key. */
function useWindowKey(onKey: (event: KeyboardEvent) => boolean): void {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => listener(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Escape closes the element, wherever the focus is. Without `onEscape` the layer below gets the key. */
export function useEscape(root: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  useWindowKey((event) => {
    const rootElement = root.current;
    if (event.key !== 'Escape' || onEscape === undefined || rootElement === null) return false;
    if (!isOnTop(rootElement) || isKeyUsedElsewhere(rootElement, event)) return false;
    onEscape();
    return true;
  });
}

/** Ctrl+S and ⌘S save, wherever the focus is. The browser's own dialog never opens, even with a dialog above. */
export function useSaveShortcut(root: RefObject<HTMLElement | null>, onSave: () => void): void {
  useWindowKey(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return false;
    if (root.current !== null && isOnTop(root.current)) onSave();
    return true;
  });
}
