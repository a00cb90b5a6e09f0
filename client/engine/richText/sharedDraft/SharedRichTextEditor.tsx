/**
 * The editor of a text that several people write together. Without a live connection, for a new record, or where the server has no draft
 * for this reader, it is the editor of one person.
 */
import Skeleton from '@mui/material/Skeleton';
import { useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app/appContext';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectCachedRow } from '../../../shared/store/entities';
import type { FieldSharing } from '../fieldSharing';
import { editorAttributes, EditorFrame, type EditorNames } from '../EditorFrame';
import { htmlToDocument } from '../editorContent';
import { viewExtensions } from '../extensions';
import { RichTextEditor } from '../RichTextEditor';
import { createSuggestExtension } from '../suggestions/suggestExtension';
import { RefusedSuggestion, useRefusal } from '../suggestions/RefusedSuggestion';
import { SuggestionHead } from '../suggestions/SuggestionHead';
import { SuggestionList } from '../suggestions/SuggestionList';
import { DistantCarets } from './caret/DistantCarets';
import { useDiscardDraft, useDiscardNotice } from './DiscardDraft';
import { createDraftConnection, type DraftConnection } from './draftConnection';
import type { DraftStatus } from './draftStatus';
import { SharedDraftNote } from './SharedDraftNote';
import { sharedExtensions } from './sharedExtensions';
import { useSharedText } from './useSharedText';
import { useWaitsForSocket } from './useWaitsForSocket';

/** Milliseconds to wait for the draft before the text can be edited alone. */
const JOIN_MS = 4_000;

export interface SharedRichTextEditorProps extends EditorNames {
  readonly html: string;
  /** The stored text. */
  readonly stored: string;
  readonly onChange: (html: string | null) => void;
  readonly disabled: boolean;
  readonly target: { readonly e: string; readonly id: number; readonly f: string };
  readonly sharing: FieldSharing;
}

/** The connection with the draft; null where the text is edited alone. */
function useDraftConnection(props: SharedRichTextEditorProps) {
  const { target, html, stored } = props;
  const { live } = useApp();
  const waitsForSocket = useWaitsForSocket(props);
  // Text that was typed before the draft was joined is saved first, as without a draft.
  const [isKeptAlone, setIsAlone] = useState(html !== stored);
  const isAlone = isKeptAlone || waitsForSocket;
  const [connection, setConnection] = useState<DraftConnection | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { e, id, f } = target;
  useEffect(() => {
    if (isAlone) return undefined;
    const created = createDraftConnection(live, { e, id, f });
    const giveUp = () => {
      const { phase } = created.getStatus();
      if (phase === 'refused' || phase === 'waiting') setIsAlone(true);
    };
    const timer = setTimeout(giveUp, JOIN_MS);
    const unsubscribe = created.subscribe(() => {
      const { phase } = created.getStatus();
      if (phase === 'refused') setIsAlone(true);
      if (phase === 'live') setConnection(created);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      setConnection(null);
      created.close();
    };
  }, [live, e, id, f, isAlone, attempt]);
  return { connection, isAlone, reload: () => setAttempt((count) => count + 1) };
}

export function SharedRichTextEditor(props: SharedRichTextEditorProps) {
  const { connection, isAlone, reload } = useDraftConnection(props);
  useLazyTranslations();
  const { t } = useTranslation();
  if (isAlone) return <RichTextEditor {...props} />;
  if (connection === null)
    return <Skeleton component="output" variant="rounded" height={220} aria-label={t('shell.loading')} id={props.id} />;
  return <DraftEditor key={connection.doc.clientID} {...props} connection={connection} onReload={reload} />;
}

interface DraftEditorProps extends SharedRichTextEditorProps {
  readonly connection: DraftConnection;
  readonly onReload: () => void;
}

/** Whether something was true at some time: an editor that freezes says why, one that was never open does not. */
function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}

function useDraftEditor(props: DraftEditorProps, isEditable: boolean, onSuggested: (isSuggested: boolean) => void) {
  const { connection } = props;
  const fullUrl = useFullUrl();
  const [extensions] = useState(() => [
    ...viewExtensions(fullUrl, false),
    ...sharedExtensions(connection.doc, connection.cursors),
    createSuggestExtension(() => connection.getStatus().suggest, onSuggested),
  ]);
  // the draft replaces it; without it the editor would parse HTML, which the page policy refuses
  const [content] = useState(() => htmlToDocument(''));
  const editor = useEditor({
    extensions,
    content,
    editable: isEditable,
    injectCSS: false,
    editorProps: { attributes: editorAttributes(props) },
  });
  useEffect(() => {
    connection.setComposing(() => !editor.isDestroyed && editor.view.composing);
    const { dom } = editor.view;
    const onEnd = () => setTimeout(connection.flush);
    dom.addEventListener('compositionend', onEnd);
    return () => {
      dom.removeEventListener('compositionend', onEnd);
      connection.setComposing(() => false);
      connection.flush();
    };
  }, [editor, connection]);
  return editor;
}

/** Joins the draft again after the deleted record was restored. */
function useReloadRestored({ target, onReload }: DraftEditorProps, { stop }: DraftStatus): void {
  const isDeleted = useAppSelector(selectCachedRow(target.e, target.id))?.isDeleted === true;
  const wasDeleted = useWasTrue(isDeleted);
  const isRestored = stop === 'deleted' && wasDeleted && !isDeleted;
  const reload = useEffectEvent(onReload);
  useEffect(() => {
    if (isRestored) reload();
  }, [isRestored]);
}

function DraftEditor(props: DraftEditorProps) {
  const { connection, disabled, invalid, html, stored, sharing, onChange, onReload } = props;
  const status = useSyncExternalStore(connection.subscribe, connection.getStatus);
  const isSuggesting = status.suggest !== null;
  const isEditable = status.stop === null && (isSuggesting || (!disabled && status.canWrite));
  const { isRefused, onSuggested } = useRefusal();
  const editor = useDraftEditor(props, isEditable, onSuggested);
  const couldWrite = useWasTrue(status.canWrite);
  const couldSuggest = useWasTrue(isSuggesting);
  const { toasts } = useApp();
  const { t } = useTranslation();
  useSharedText({ editor, status, html, stored, sharing, onChange });
  useReloadRestored(props, status);
  useDiscardNotice(status);
  const discard = useDiscardDraft({ editor, stored, onReplaced: (text) => onChange(text === '' ? null : text) });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(editor.getText());
      toasts.show('success', t('conflict.copied'));
    } catch {
      toasts.show('warning', t('conflict.copy_failed'));
    }
  };
  return (
    <EditorFrame
      editor={editor}
      disabled={!isEditable}
      invalid={invalid}
      hasToolbar={!isSuggesting}
      onRefused={() => onSuggested(false)}
      head={isEditable && <SuggestionHead editor={editor} isSuggesting={isSuggesting} />}
    >
      {isSuggesting && isEditable && <RefusedSuggestion isRefused={isRefused} />}
      <DistantCarets editor={editor} />
      {isEditable && <SuggestionList editor={editor} author={status.suggest} />}
      <SharedDraftNote
        status={status}
        isUnsaved={html !== stored}
        couldWrite={couldSuggest || (couldWrite && !disabled)}
        onDiscard={() => {
          connection.announceDiscard();
          discard();
        }}
        onCopy={() => void copy()}
        onReload={onReload}
      />
    </EditorFrame>
  );
}
