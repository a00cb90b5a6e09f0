/** Keyboard shortcuts for undo (Ctrl+Z, ⌘Z) and redo (with Shift, or Ctrl+Y); not in text inputs and not while a dialog is open. */
import { useEffect, useEffectEvent } from 'react';

const TEXT_INPUT = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable="true"]';
const LAYER = '[aria-modal="true"], [role=menu], [role=listbox]';

/** The command of a key combination; undefined for other keys. */
function findCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}
const isUsedElsewhere = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(TEXT_INPUT) !== null) || document.querySelector(LAYER) !== null;

export function useUndoKeys(onUndo: () => void, onRedo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = findCommand(event);
    if (command === undefined || event.defaultPrevented || event.isComposing || isUsedElsewhere(event)) return;
    event.preventDefault();
    if (command === 'undo') onUndo();
    else onRedo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // In the capture phase, so that the designer handles the keys before a toast with an undo button does.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
