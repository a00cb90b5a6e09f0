/** The text box for a new comment. `@` opens the mention picker; Ctrl+Enter and ⌘Enter send. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import Typography from '@mui/material/Typography';
import { nanoid } from '@reduxjs/toolkit';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { codePointLength } from '../../../common/text/normalize';
import { useBootstrap } from '../../shared/api/bootstrap';
import { isCallFault } from '../../shared/api/faults';
import { commentsApi, type CommentedRecord } from './commentsApi';
import { insertMention } from './findMention';
import { MentionPicker, mentionOptionId } from './MentionPicker';
import { getUnsentComment, NOTHING_TYPED, setUnsentComment, type UnsentComment } from './unsentComments';
import { useMentions } from './useMentions';

const mentionIds = ({ text, picked }: UnsentComment): readonly number[] =>
  [...new Set(picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))].slice(
    0,
    LIMITS.commentMentions,
  );

/** The unsent comment of a record, kept while the record is closed. */
function useUnsentComment({ e, id }: CommentedRecord) {
  const { admin } = useBootstrap();
  const key = `${admin.id}/${e}/${id}`;
  const [comment, setComment] = useState(() => getUnsentComment(key));
  const change = (next: UnsentComment) => {
    setComment(next);
    setUnsentComment(key, next);
  };
  return { comment, change };
}

/** Sends the comment. A retry of the same text has the same idempotency key, so that it is stored once. */
function useSend({ e, id }: CommentedRecord, comment: UnsentComment, onSent: () => void) {
  const [add, { isLoading, error }] = commentsApi.useAddCommentMutation();
  const attempt = useRef({ text: '', idempotencyKey: '' });
  const send = async () => {
    const { text } = comment;
    if (attempt.current.text !== text) attempt.current = { text, idempotencyKey: nanoid() };
    const { data } = await add({
      e,
      id,
      body: text,
      mentions: mentionIds(comment),
      idempotencyKey: attempt.current.idempotencyKey,
    });
    if (data) {
      attempt.current = { text: '', idempotencyKey: '' };
      onSent();
    }
  };
  return { send, isSending: isLoading, fault: isCallFault(error) ? error : undefined };
}

interface SendRowProps {
  readonly problem: string | undefined;
  readonly canSend: boolean;
  readonly onSend: () => void;
}
function SendRow({ problem, canSend, onSend }: SendRowProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
      <Typography variant="body2" component="output" sx={{ flex: 1, minWidth: 0, color: 'error.main' }}>
        {problem}
      </Typography>
      <Button variant="contained" disabled={!canSend} onClick={onSend}>
        {t('recordPanel.comment_send')}
      </Button>
    </Stack>
  );
}

/** The text box with the list of people that `@` opens; after a choice the caret stands behind the name. */
function useMentionInput(
  record: CommentedRecord,
  { text, picked }: UnsentComment,
  change: (comment: UnsentComment) => void,
) {
  const input = useRef<HTMLTextAreaElement>(null);
  const caretAfterPick = useRef<number>(undefined);
  const mentions = useMentions(record, (mention, person) => {
    const inserted = insertMention(text, mention, person.name);
    caretAfterPick.current = inserted.caret;
    change({ text: inserted.text, picked: [...picked, { id: person.id, name: person.name }] });
  });
  useLayoutEffect(() => {
    const caret = caretAfterPick.current;
    if (caret === undefined) return;
    caretAfterPick.current = undefined;
    input.current?.setSelectionRange(caret, caret);
  }, [text]);
  return { input, mentions };
}

export function CommentBox({ e, id }: CommentedRecord) {
  const { t } = useTranslation();
  const { comment, change } = useUnsentComment({ e, id });
  const { text, picked } = comment;
  const listId = useId();
  // On a touch screen the focus would open the keyboard over the comments.
  const hasKeyboard = useMediaQuery('(hover: hover)', { noSsr: true });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { input, mentions } = useMentionInput({ e, id }, comment, change);
  const { send, isSending, fault } = useSend({ e, id }, comment, () => {
    change(NOTHING_TYPED);
    input.current?.focus();
  });
  const excess = codePointLength(text.trim()) - LIMITS.commentChars;
  const canSend = text.trim() !== '' && excess <= 0 && !isSending;
  const onKeyDown = (event: KeyboardEvent) => {
    const isSendKey = (event.ctrlKey || event.metaKey) && event.key === 'Enter';
    if (!isSendKey && !mentions.onKey(event)) return;
    if (isSendKey && canSend && !event.nativeEvent.isComposing) void send();
    // The form around the text box and its frame do not get the key.
    event.preventDefault();
    event.stopPropagation();
  };
  const isPicking = mentions.people.length > 0;
  const problem =
    excess > 0
      ? t('recordPanel.comment_too_long', { count: excess })
      : fault && t('recordPanel.comment_failed', { msg: fault.msg });
  return (
    <Stack sx={{ gap: 2, px: 5, py: 3, borderTop: 1, borderColor: 'divider', flex: 'none' }}>
      <TextField
        ref={setAnchor}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        disabled={isSending}
        placeholder={t('recordPanel.comment_placeholder')}
        inputRef={input}
        autoFocus={hasKeyboard}
        onChange={({ target }) => {
          change({ text: target.value, picked });
          mentions.onCaret(target.value, target.selectionStart ?? target.value.length);
        }}
        onSelect={({ target }) => {
          if (target instanceof HTMLTextAreaElement) mentions.onCaret(target.value, target.selectionStart);
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            'aria-label': t('recordPanel.comment_label'),
            ...(isPicking
              ? { 'aria-controls': listId, 'aria-activedescendant': mentionOptionId(listId, mentions.activeIndex) }
              : {}),
          },
        }}
      />
      <MentionPicker listId={listId} anchor={anchor} {...mentions} onPick={mentions.pick} />
      <SendRow problem={problem} canSend={canSend} onSend={() => void send()} />
    </Stack>
  );
}
