/** Discards the unsaved text of a shared draft for everybody, after a question; a toast takes it back. */
import Button from '@mui/material/Button';
import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposeMerge } from '../../../../common/text/richText/mergeRichText';
import { useApp } from '../../../shared/app/appContext';
import { ConfirmDialog } from '../../../shared/controls/ConfirmDialog';
import { mergeTextVersions } from '../../formState/mergeRemoteText';
import { normalizeHtml } from '../editorContent';
import type { DraftStatus } from './draftStatus';
import { replaceText, textWithoutSuggestions } from '../suggestions/textWithoutSuggestions';

interface DiscardDraftOptions {
  readonly editor: Editor;
  /** The stored text. */
  readonly stored: string;
  /** Passes the text of the editor to the form. */
  readonly onReplaced: (html: string) => void;
}
/** Returns a function that puts the stored text into the draft and offers to take that back while the editor is open. */
export function useDiscardDraft({ editor, stored, onReplaced }: DiscardDraftOptions): () => void {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const key = useRef<string | undefined>(undefined);
  useEffect(
    () => () => {
      // an editor that is closed cannot take its text back
      for (const toast of toasts.list())
        if (toast.key !== undefined && toast.key === key.current) toasts.dismiss(toast.id);
    },
    [toasts],
  );
  const replace = (html: string) => {
    replaceText(editor, html);
    const text = textWithoutSuggestions(editor);
    onReplaced(text === normalizeHtml(editor.schema, stored) ? stored : text);
  };
  return () => {
    const before = textWithoutSuggestions(editor);
    const base = normalizeHtml(editor.schema, stored);
    replace(stored);
    const restore = () => {
      // what somebody typed meanwhile stays
      const mine = textWithoutSuggestions(editor);
      replace(proposeMerge(mergeTextVersions({ base, theirs: before, mine })));
    };
    key.current = `discard-${Date.now()}`;
    toasts.show('info', t('richText.shared_discarded'), { label: t('conflict.undo'), run: restore }, key.current);
  };
}

/** Says who else discarded the unsaved text. */
export function useDiscardNotice({ discarded }: Pick<DraftStatus, 'discarded'>): void {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const show = useEffectEvent((name: string) => toasts.show('info', t('richText.shared_discarded_by', { name })));
  useEffect(() => {
    if (discarded !== undefined) show(discarded.name);
  }, [discarded]);
}

interface DiscardDraftButtonProps {
  /** The authors of the unsaved changes. */
  readonly names: string;
  readonly onDiscard: () => void;
}
export function DiscardDraftButton({ names, onDiscard }: DiscardDraftButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t('richText.shared_discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('richText.shared_discard_title')}
        text={names === '' ? t('richText.shared_discard_text') : t('richText.shared_discard_by', { names })}
        confirmLabel={t('richText.shared_discard')}
        onClose={() => setIsAsking(false)}
        onConfirm={onDiscard}
      />
    </>
  );
}
