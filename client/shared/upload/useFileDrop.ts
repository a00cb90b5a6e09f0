/** Accepts files that are dropped on an element, or pasted while it has the pointer or the focus. */
import { useEffect, useRef, useState, type DragEvent } from 'react';

interface FileDrop {
  readonly setElement: (element: HTMLElement | null) => void;
  /** Files are dragged over the element. */
  readonly isDragOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

export function useFileDrop(onFiles: (files: readonly File[]) => void, disabled = false): FileDrop {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const latestOnFiles = useRef(onFiles);
  useEffect(() => {
    latestOnFiles.current = onFiles;
  });
  useEffect(() => {
    if (element === null || disabled) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const isTarget = element.contains(document.activeElement) || element.matches(':hover');
      if (files.length === 0 || !isTarget || event.defaultPrevented) return;
      event.preventDefault();
      latestOnFiles.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [element, disabled]);
  const onDrag = (event: DragEvent) => {
    if (disabled || !hasFiles(event)) return;
    event.preventDefault();
    setIsDragOver(true);
  };
  return {
    setElement,
    isDragOver,
    handlers: {
      onDragEnter: onDrag,
      onDragOver: onDrag,
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsDragOver(false); // null: out of the window
      },
      onDrop: (event) => {
        setIsDragOver(false);
        if (disabled || !hasFiles(event)) return;
        event.preventDefault();
        latestOnFiles.current([...event.dataTransfer.files]);
      },
    },
  };
}
