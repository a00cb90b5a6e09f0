/** Overlays of the shell: layout drawer, command palette, shortcuts. Each is loaded when it first opens. */
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Overlay } from '../overlay';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export interface OverlayState {
  readonly openOverlay: Overlay | null;
  readonly showOverlay: (overlay: Overlay | null) => void;
  readonly openPalette: () => void;
}
const LayoutDrawer = lazyWithRetry(async () => (await import('../settings/LayoutDrawer')).LayoutDrawer);
const Palette = lazyWithRetry(async () => (await import('../commandPalette/Palette')).Palette);
const Shortcuts = lazyWithRetry(async () => (await import('./ShortcutsDialog')).ShortcutsDialog);

/** Shortcuts of one character do not apply while a text input has the focus. */
const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Ctrl/⌘ K opens the palette, `?` the list of shortcuts. */
export function useOverlays(): OverlayState {
  const [openOverlay, showOverlay] = useState<Overlay | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
      if (isComposing || event.defaultPrevented) return;
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) showOverlay('palette');
      else if (key === '?' && !ctrlKey && !metaKey && !isTextInput(target)) showOverlay('shortcuts');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return useMemo(() => ({ openOverlay, showOverlay, openPalette: () => showOverlay('palette') }), [openOverlay]);
}

export function Overlays({ overlays: { openOverlay, showOverlay } }: { readonly overlays: OverlayState }) {
  const close = () => showOverlay(null);
  return (
    <Suspense fallback={null}>
      {openOverlay === 'layout' && <LayoutDrawer onClose={close} />}
      {openOverlay === 'palette' && <Palette onClose={close} onShowOverlay={showOverlay} />}
      {openOverlay === 'shortcuts' && <Shortcuts onClose={close} />}
    </Suspense>
  );
}
