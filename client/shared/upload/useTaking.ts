/** Takes files that are dropped on a place, or pasted while the pointer or the focus is there. */
import { useEffect, useRef, useState, type DragEvent } from 'react';

interface Taking {
  readonly setPlace: (place: HTMLElement | null) => void;
  /** Files hang over the place. */
  readonly over: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

export function useTaking(take: (files: readonly File[]) => void, disabled = false): Taking {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (place === null || disabled) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const here = place.contains(document.activeElement) || place.matches(':hover');
      if (files.length === 0 || !here || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [place, disabled]);
  const hang = (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    setPlace,
    over,
    handlers: {
      onDragEnter: hang,
      onDragOver: hang,
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false); // null: out of the window
      },
      onDrop: (event) => {
        setOver(false);
        if (disabled || !holdsFiles(event)) return;
        event.preventDefault();
        latest.current([...event.dataTransfer.files]);
      },
    },
  };
}
