/** The open suggestions of a shared draft: editors accept and reject them, authors withdraw their own. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Editor } from '@tiptap/react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuggestionAuthor } from '../../../../common/text/richText/draftSuggestion';
import { useFormatters } from '../../../shared/i18n/format';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { getExcerpt } from './getExcerpt';
import type { OpenSuggestion } from './listSuggestions';
import { decideSuggestions } from './resolveSuggestions';
import { useOpenSuggestions } from './useOpenSuggestions';

function useExcerpt({ inserted, deleted }: OpenSuggestion): string {
  const { t } = useTranslation();
  const texts = { inserted: getExcerpt(inserted), deleted: getExcerpt(deleted) };
  if (inserted === '' && deleted === '') return t('richText.suggestion_paragraph');
  if (inserted === '') return t('richText.suggestion_delete', { text: texts.deleted });
  if (deleted === '') return t('richText.suggestion_add', { text: texts.inserted });
  return t('richText.suggestion_replace', texts);
}

interface SuggestionListProps {
  readonly editor: Editor;
  /** The author whose suggestions this reader makes; null for an editor, who decides about all. */
  readonly author: SuggestionAuthor | null;
}
type Resolve = (suggestions: readonly OpenSuggestion[], isAccepted: boolean) => void;
interface SuggestionItemProps extends SuggestionListProps {
  readonly suggestion: OpenSuggestion;
  readonly onResolve: Resolve;
}

function ItemButtons({ suggestion, author, onResolve, describedBy }: SuggestionItemProps & { describedBy: string }) {
  const { t } = useTranslation();
  const decide = (isAccepted: boolean) => () => onResolve([suggestion], isAccepted);
  const shared = { size: 'small', 'aria-describedby': describedBy, 'data-decision': true } as const;
  if (author !== null)
    return author.p === suggestion.p ? (
      <Button {...shared} color="inherit" onClick={decide(false)}>
        {t('richText.suggestion_withdraw')}
      </Button>
    ) : null;
  return (
    <Box sx={{ display: 'flex' }}>
      <Button {...shared} onClick={decide(true)}>
        {t('richText.suggestion_accept')}
      </Button>
      <Button {...shared} color="inherit" onClick={decide(false)}>
        {t('richText.suggestion_reject')}
      </Button>
    </Box>
  );
}

function SuggestionItem(props: SuggestionItemProps) {
  const { editor, suggestion } = props;
  const { p, name, at, from, to } = suggestion;
  const { relativeTime } = useFormatters();
  const excerpt = useExcerpt(suggestion);
  const id = useId();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <PersonAvatar id={p.slice(p.indexOf(':') + 1)} name={name} size={24} colors={PERSON_COLORS} />
      <Box sx={{ flex: 1, minWidth: 120, overflowWrap: 'anywhere' }}>
        <Link
          id={id}
          component="button"
          type="button"
          variant="body2"
          color="text.primary"
          underline="hover"
          sx={{ textAlign: 'left' }}
          onClick={() => editor.chain().focus().setTextSelection({ from, to }).scrollIntoView().run()}
        >
          {excerpt}
        </Link>
        <Typography variant="caption" color="text.secondary" component="div">
          {name} · {relativeTime(Math.floor(at / 1000))}
        </Typography>
      </Box>
      <ItemButtons {...props} describedBy={id} />
    </Box>
  );
}

/** Decided suggestions leave the list; the focus goes on to the next one, or to the text. */
function useResolve(editor: Editor, suggestions: readonly OpenSuggestion[]) {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<{ readonly index: number; readonly button: number } | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const { index, button } = next.current;
    next.current = null;
    const items = list.current?.children;
    const item = items?.[Math.min(index, items.length - 1)];
    const buttons = item?.querySelectorAll<HTMLElement>('[data-decision]');
    if (buttons === undefined || buttons.length === 0) editor.commands.focus(null, { scrollIntoView: false });
    else buttons[Math.min(button, buttons.length - 1)]?.focus();
  }, [editor, suggestions]);
  const resolve: Resolve = (chosen, isAccepted) => {
    const [first] = chosen;
    const index = suggestions.findIndex((other) => other === first);
    next.current = { index, button: isAccepted ? 0 : 1 };
    decideSuggestions(editor, chosen, isAccepted);
  };
  return { list, resolve };
}

/** Undo and redo with the keyboard reach the text also while a button of the list has the focus, as it has after a decision. */
const createHistoryKeys = (editor: Editor) => (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, nativeEvent } = event;
  if (!(ctrlKey || metaKey) || !/^[zy]$/i.test(key)) return;
  const isHandled = editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, nativeEvent));
  if (isHandled !== true) return;
  event.preventDefault();
  editor.commands.focus(null, { scrollIntoView: false });
};

export function SuggestionList({ editor, author }: SuggestionListProps) {
  const { t } = useTranslation();
  const suggestions = useOpenSuggestions(editor);
  const { list, resolve } = useResolve(editor, suggestions);
  const titleId = useId();
  const onKeyDown = createHistoryKeys(editor);
  if (suggestions.length === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      data-action-bar
      onKeyDown={onKeyDown}
      sx={{ borderTop: 1, borderColor: 'divider', px: 3, py: 2 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Typography id={titleId} variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          {t('richText.suggestions')}
        </Typography>
        {author === null && (
          <>
            <Button size="small" onClick={() => resolve(suggestions, true)}>
              {t('richText.suggestions_accept_all')}
            </Button>
            <Button size="small" color="inherit" onClick={() => resolve(suggestions, false)}>
              {t('richText.suggestions_reject_all')}
            </Button>
          </>
        )}
      </Box>
      <Box
        component="ul"
        ref={list}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, maxHeight: 240, overflow: 'auto' }}
      >
        {suggestions.map((suggestion) => (
          <SuggestionItem
            key={`${suggestion.p} ${suggestion.from}`}
            editor={editor}
            author={author}
            suggestion={suggestion}
            onResolve={resolve}
          />
        ))}
      </Box>
    </Box>
  );
}
