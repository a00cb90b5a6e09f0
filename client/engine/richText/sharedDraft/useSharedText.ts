/**
 * Keeps the value of the form equal to the text of a shared draft. Changes of the value do not change the draft,
 * except the decision of a conflict by this user. What a save decides becomes the text of the draft on the server.
 */
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { FieldSharing } from '../fieldSharing';
import { normalizeHtml } from '../editorContent';
import { textWithoutSuggestions } from '../suggestions/textWithoutSuggestions';
import type { DraftStatus } from './draftStatus';
import { useSharedDecisions } from './useSharedDecisions';

/** Milliseconds for which changes of others wait until the form gets the new text. */
const REMOTE_MS = 200;

export interface SharedTextOptions {
  readonly editor: Editor;
  readonly status: DraftStatus;
  /** The value of the form. */
  readonly html: string;
  /** The stored text. */
  readonly stored: string;
  readonly sharing: FieldSharing;
  readonly onChange: (html: string | null) => void;
}

/** The SHA-256 of the stored text that the draft continues, while changes reach the draft; null otherwise. */
const findBase = ({ phase, canWrite, stop, base }: DraftStatus): string | null =>
  phase === 'live' && canWrite && stop === null ? base : null;

/**
 * Passes the text of the draft to the form: at once after an own change, a little later after changes of others. The hash of the stored text that
 * the draft continues goes with it, so that the server refuses a save that is based on an older stored text.
 */
export function useSharedText(options: SharedTextOptions): void {
  const { editor, status, html, stored, sharing } = options;
  const readBase = useSharedDecisions({ ...options, base: findBase(status) });
  const normalized = useMemo(() => normalizeHtml(editor.schema, stored), [editor, stored]);
  const lastEmitted = useRef(html);
  const { conflict, onSharingChange } = sharing;
  const base = findBase(status);
  const emit = useEffectEvent(() => {
    const base = readBase();
    onSharingChange(base === null ? null : `${base}:${status.epoch ?? ''}`);
    if (!status.canWrite) return;
    const text = textWithoutSuggestions(editor);
    const value = text === normalized ? stored : text;
    if (value === html && value === lastEmitted.current) return;
    lastEmitted.current = value;
    options.onChange(value === '' ? null : value);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = ({ transaction }: { readonly transaction: Transaction }) => {
      clearTimeout(timer);
      const isOwn = transaction.getMeta(ySyncPluginKey) === undefined;
      if (isOwn || editor.view.hasFocus()) emit();
      else timer = setTimeout(() => emit(), REMOTE_MS);
    };
    editor.on('update', onUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('update', onUpdate);
    };
  }, [editor]);
  // A form that discards its values keeps the text of the draft, which is everybody's.
  useEffect(() => emit(), [html, normalized, status.canWrite, base, conflict]);
  useEffect(() => {
    emit();
    return () => onSharingChange(null);
  }, [onSharingChange]);
}
