/**
 * Keeps the value of the form equal to the text of a shared draft. Changes of the value do not change the draft,
 * except the decision of a conflict by this user. What a save decides becomes the text of the draft on the server.
 */
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { digest } from 'lib0/hash/sha256';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Json } from '../../../../common/entity/field';
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
const findBase = ({ phase, canWrite, stop, base }: DraftStatus): string | null =>
  phase === 'live' && canWrite && stop === null ? base : null;

const toHtml = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : '';

const NO_DECISION = { from: '', to: '-' };
/**
 * Writes the decision of a conflict into the draft: the stored text, or the text that the form made of both. Returns a function that reads the
 * hash of the stored text that the draft continues: by a decision it is the one that was decided about.
 */
function useDecisions({ editor, status, html, stored, sharing }: SharedTextOptions): () => string | null {
  const decided = useRef(NO_DECISION);
  const { conflict, isSaving, keepMine } = sharing;
  const conflictHtml = toHtml(conflict);
  const base = findBase(status);
  // The draft already continues the stored text, so this is no conflict.
  useEffect(() => {
    if (conflictHtml !== undefined && hashText(conflictHtml) === status.base) keepMine();
  }, [conflictHtml, status.base, keepMine]);
  const lastConflict = useRef<string | undefined>(undefined);
  useEffect(() => {
    const ended = conflictHtml === undefined ? lastConflict.current : undefined;
    lastConflict.current = conflictHtml;
    if (ended === undefined || ended !== stored || isSaving || base === null) return;
    const to = hashText(stored);
    if (to === base) return;
    if (html !== textWithoutSuggestions(editor)) replaceText(editor, html);
    decided.current = { from: base, to };
  }, [editor, conflictHtml, html, stored, isSaving, base]);
  // The decision is taken back: the text is as it was, and continues the earlier stored text.
  useEffect(() => {
    if (conflictHtml === undefined || hashText(conflictHtml) !== decided.current.to) return;
    decided.current = NO_DECISION;
    if (html !== textWithoutSuggestions(editor)) replaceText(editor, html);
  }, [editor, conflictHtml, html]);
  return () => (base !== null && base === decided.current.from ? decided.current.to : base);
}

/**
 * Passes the text of the draft to the form: at once after an own change, a little later after changes of others. The hash of the stored text that
 * the draft continues goes with it, so that the server refuses a save that is based on an older stored text.
 */
export function useSharedText(options: SharedTextOptions): void {
  const { editor, status, html, stored, sharing } = options;
  const readBase = useDecisions(options);
  const normalized = useMemo(() => normalizeHtml(editor.schema, stored), [editor, stored]);
  const lastEmitted = useRef(html);
  const { conflict, onSharingChange } = sharing;
  const base = findBase(status);
  const emit = useEffectEvent(() => {
    onSharingChange(readBase());
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
