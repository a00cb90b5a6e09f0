/** Synchronizes the editor with the form: outside values, typed text, paste and drop. */
import type { Editor } from '@tiptap/core';
import { useEffect, useRef } from 'react';
import {
  moveCaretTo,
  documentToHtml,
  isTooLargeWith,
  pasteHtml,
  replaceContent,
  type PasteHtmlOptions,
} from './editorContent';

export interface PasteOptions extends PasteHtmlOptions {
  /** Uploads pasted images. */
  readonly uploadImages: (files: readonly File[]) => void;
}

/** Uploads files and sanitizes HTML; everything else is left to the editor as plain text. */
function handlePastedData(editor: Editor, data: DataTransfer | null, options: PasteOptions): boolean {
  const html = data?.getData('text/html') ?? '';
  const pictures = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
  if (pictures.length === 0 || html !== '') {
    if (pasteHtml(editor.view, html, options)) return true;
    if (!isTooLargeWith(editor.view, data?.getData('text/plain') ?? '')) return false;
    options.onTooLarge?.();
    return true;
  }
  options.uploadImages(pictures);
  return true;
}

/**
 * Listens in the capture phase: the editor would pass foreign HTML to the page as text, which the page policy refuses.
 */
export function usePasteAndDrop(editor: Editor, options: PasteOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  }, [options]);
  useEffect(() => {
    const insertFiles = (event: Event, data: DataTransfer | null) => {
      if (!handlePastedData(editor, data, latest.current)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (editor.isEditable) insertFiles(event, event.clipboardData);
    };
    const onDrop = (event: DragEvent) => {
      if (!editor.isEditable || editor.view.dragging) return; // within the text: the editor moves it
      moveCaretTo(editor.view, event);
      insertFiles(event, event.dataTransfer);
    };
    const { dom } = editor.view;
    dom.addEventListener('paste', onPaste, true);
    dom.addEventListener('drop', onDrop, true);
    return () => {
      dom.removeEventListener('paste', onPaste, true);
      dom.removeEventListener('drop', onDrop, true);
    };
  }, [editor]);
}

/** Calls `onChange` for user edits only. An outside value waits for the end of an input method composition. */
export function useEditorSync(editor: Editor, html: string, onChange: (html: string | null) => void): void {
  const lastShown = useRef({ source: html, emitted: html, serialized: '' });
  useEffect(() => {
    lastShown.current.serialized = documentToHtml(editor);
  }, [editor]);
  useEffect(() => {
    const onUpdate = () => {
      const { source, serialized } = lastShown.current;
      const now = documentToHtml(editor);
      const emittedHtml = now === serialized ? source : now; // After undo: exactly the source HTML
      lastShown.current.emitted = emittedHtml;
      onChange(emittedHtml === '' ? null : emittedHtml);
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, onChange]);
  useEffect(() => {
    if (html === lastShown.current.emitted) return undefined;
    const show = () => {
      replaceContent(editor, html);
      lastShown.current = { source: html, emitted: html, serialized: documentToHtml(editor) };
    };
    if (!editor.view.composing) {
      show();
      return undefined;
    }
    const { dom } = editor.view;
    const showAfterComposition = () => setTimeout(show);
    dom.addEventListener('compositionend', showAfterComposition, { once: true });
    return () => dom.removeEventListener('compositionend', showAfterComposition);
  }, [editor, html]);
}
