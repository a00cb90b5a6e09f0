/**
 * Keeps the value of the form equal to the text of a shared draft. Changes of the value do not change the draft,
 * except a decision of this user, such as taking the stored text in a conflict.
 */
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { digest } from 'lib0/hash/sha256';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { FieldSharing } from '../fieldSharing';
import { normalizeHtml } from '../editorContent';
import { replaceText, textWithoutSuggestions } from '../suggestions/textWithoutSuggestions';
import type { DraftStatus } from './draftConnection';

/** Milliseconds for which changes of others wait until the form gets the new text. */
const REMOTE_MS = 200;

/** SHA-256 in hex as the server computes it; empty for an empty text. Browsers offer their own only on secure pages. */
const hashText = (html: string): string =>
  html === ''
    ? ''
    : [...digest(new TextEncoder().encode(html))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

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
const getBase = ({ phase, canWrite, stop, base }: DraftStatus): string | null =>
  phase === 'live' && canWrite && stop === null ? base : null;

/**
 * Passes the text of the draft to the form: at once after an own change, a little later after changes of others. The hash of the stored text that
 * the draft continues goes with it, so that the server refuses a save that is based on an older stored text.
 */
function useEmitText(options: SharedTextOptions): void {
  const { editor, status, stored } = options;
  const normalized = useMemo(() => normalizeHtml(editor.schema, stored), [editor, stored]);
  const lastEmitted = useRef(options.html);
  const { onSharingChange } = options.sharing;
  const base = getBase(status);
  const emit = useEffectEvent(() => {
    onSharingChange(base);
    if (!status.canWrite) return;
    const html = textWithoutSuggestions(editor);
    const value = html === normalized ? stored : html;
    if (value === options.html && value === lastEmitted.current) return;
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
  useEffect(() => emit(), [normalized, status.canWrite, base]);
  useEffect(() => {
    emit();
    return () => onSharingChange(null);
  }, [onSharingChange]);
}

export function useSharedText(options: SharedTextOptions): void {
  const { editor, status, html, stored, sharing } = options;
  const { conflict, keepMine } = sharing;
  const conflictHtml = typeof conflict === 'string' ? conflict : conflict === undefined ? undefined : '';
  useEmitText(options);
  // The draft already continues the stored text, so this is no conflict.
  useEffect(() => {
    if (conflictHtml !== undefined && hashText(conflictHtml) === status.base) keepMine();
  }, [conflictHtml, status.base, keepMine]);
  const lastConflict = useRef<string | undefined>(undefined);
  useEffect(() => {
    const decided = conflictHtml === undefined ? lastConflict.current : undefined;
    lastConflict.current = conflictHtml;
    // the user took the stored text instead of the draft
    if (decided !== undefined && html === stored && stored === decided && hashText(decided) !== status.base)
      replaceText(editor, stored);
  }, [editor, conflictHtml, html, stored, status.base]);
}
