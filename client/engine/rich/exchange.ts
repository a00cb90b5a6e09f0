/** What passes between the editor and the form around it: texts from outside, texts typed, and what is pasted or dropped. */
import type { Editor } from '@tiptap/core';
import { useEffect, useRef } from 'react';
import type { InputProps } from '../kinds/kindView';
import { caretTo, htmlOf, pasteHtml, replaceContent } from './content';

type Send = (files: readonly File[]) => void;

/** Files go to the upload, HTML through the allow-list; whatever else comes is plain text and the editor's own affair. */
function takes(editor: Editor, data: DataTransfer | null, send: Send): boolean {
  const html = data?.getData('text/html') ?? '';
  const pictures = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
  if (pictures.length === 0 || html !== '') return pasteHtml(editor.view, html);
  send(pictures);
  return true;
}

/** The editor's own reader would hand foreign HTML to the page as text, which the page's policy refuses: we are first. */
export function usePasting(editor: Editor, send: Send): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      if (!takes(editor, data, (files) => latest.current(files))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const paste = (event: ClipboardEvent) => {
      if (editor.isEditable) take(event, event.clipboardData);
    };
    const drop = (event: DragEvent) => {
      if (!editor.isEditable || editor.view.dragging) return; // within the text: the editor moves it
      caretTo(editor.view, event);
      take(event, event.dataTransfer);
    };
    const { dom } = editor.view;
    dom.addEventListener('paste', paste, true);
    dom.addEventListener('drop', drop, true);
    return () => {
      dom.removeEventListener('paste', paste, true);
      dom.removeEventListener('drop', drop, true);
    };
  }, [editor]);
}

/** Only what somebody typed is told; a text from outside never breaks into a composition. */
export function useExchange(editor: Editor, html: string, onChange: InputProps['onChange']): void {
  const shown = useRef({ source: html, said: html, spelt: '' });
  useEffect(() => {
    shown.current.spelt = htmlOf(editor);
  }, [editor]);
  useEffect(() => {
    const onUpdate = () => {
      const { source, spelt } = shown.current;
      const now = htmlOf(editor);
      const said = now === spelt ? source : now; // undone: as it was, letter by letter
      shown.current.said = said;
      onChange(said === '' ? null : said);
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, onChange]);
  useEffect(() => {
    if (html === shown.current.said) return undefined;
    const show = () => {
      replaceContent(editor, html);
      shown.current = { source: html, said: html, spelt: htmlOf(editor) };
    };
    if (!editor.view.composing) {
      show();
      return undefined;
    }
    const { dom } = editor.view;
    const later = () => setTimeout(show);
    dom.addEventListener('compositionend', later, { once: true });
    return () => dom.removeEventListener('compositionend', later);
  }, [editor, html]);
}
