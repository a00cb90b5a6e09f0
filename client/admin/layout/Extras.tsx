/** What floats over the console when asked for: layout, palette, shortcuts. Each arrives when it is first opened. */
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Extra } from './extra';
import { lazyPart } from '../../ui/lazyPart';

export interface ExtrasState {
  readonly open: Extra | null;
  readonly show: (extra: Extra | null) => void;
  readonly search: () => void;
}
const LayoutDrawer = lazyPart(async () => (await import('./LayoutDrawer')).LayoutDrawer);
const Palette = lazyPart(async () => (await import('./palette/Palette')).Palette);
const Shortcuts = lazyPart(async () => (await import('./Shortcuts')).Shortcuts);

/** Where a letter is typed, it is typed. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Ctrl/⌘ K opens the palette, `?` the list of shortcuts. */
export function useExtras(): ExtrasState {
  const [open, show] = useState<Extra | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
      if (isComposing || event.defaultPrevented) return;
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) show('palette');
      else if (key === '?' && !ctrlKey && !metaKey && !isTyping(target)) show('shortcuts');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return useMemo(() => ({ open, show, search: () => show('palette') }), [open]);
}

export function Extras({ extras: { open, show } }: { readonly extras: ExtrasState }) {
  const close = () => show(null);
  return (
    <Suspense fallback={null}>
      {open === 'layout' && <LayoutDrawer onClose={close} />}
      {open === 'palette' && <Palette onClose={close} onShow={show} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
    </Suspense>
  );
}
