/** Note below the text of a shared draft: other people in it, authors of unsaved changes, and why it accepts no more changes. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { DiscardDraftButton } from './DiscardDraft';
import type { DraftStatus } from './draftStatus';

interface SharedDraftNoteProps {
  readonly status: DraftStatus;
  /** The draft differs from the stored text. */
  readonly isUnsaved: boolean;
  /** This reader could write or suggest before. */
  readonly couldWrite: boolean;
  readonly onDiscard: () => void;
  readonly onCopy: () => void;
  readonly onReload: () => void;
}

const joinNames = (people: readonly { readonly p: string; readonly name: string }[], comma: string): string =>
  [...new Map(people.map(({ p, name }) => [p, name])).values()].join(comma);

/** The text key of the reason why the draft accepts no changes of this reader; undefined while it accepts them. */
function stopKey({ stop, canWrite, suggest }: DraftStatus, couldWrite: boolean) {
  if (stop === null) return couldWrite && !canWrite && suggest === null ? 'shared_read_only' : undefined;
  return stop === 'access' ? 'shared_read_only' : (`shared_${stop}` as const);
}

/** Reasons after which the reader can open a new document. */
const RELOADABLE = new Set<DraftStatus['stop']>(['restart', 'too_large', 'refused', 'unsupported']);

function StopAlert({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }} action={children}>
      {text}
    </Alert>
  );
}

/** Tells screen readers who joins the draft. */
function JoinedPeople({ people }: Pick<DraftStatus, 'people'>) {
  const { t } = useTranslation();
  const [{ known, joined }, setState] = useState({ known: people, joined: '' });
  if (known !== people) {
    const added = people.filter(({ p }) => !known.some((person) => person.p === p));
    setState({ known: people, joined: added.length === 0 ? joined : joinNames(added, t('history.comma')) });
  }
  return (
    <Box component="output" sx={visuallyHidden}>
      {joined === '' ? '' : t('richText.shared_joined', { names: joined })}
    </Box>
  );
}

export function SharedDraftNote(props: SharedDraftNoteProps) {
  const { status, isUnsaved, couldWrite, onDiscard, onCopy, onReload } = props;
  const { t } = useTranslation();
  const key = stopKey(status, couldWrite);
  if (key !== undefined)
    return (
      <StopAlert text={t(`richText.${key}`)}>
        <Button size="small" color="inherit" onClick={onCopy}>
          {t('richText.shared_copy')}
        </Button>
        {RELOADABLE.has(status.stop) && (
          <Button size="small" color="inherit" onClick={onReload}>
            {t('richText.shared_reload')}
          </Button>
        )}
      </StopAlert>
    );
  const people = joinNames(status.people, t('history.comma'));
  const writers = joinNames(status.writers, t('history.comma'));
  const texts = [
    ...(status.phase === 'offline' ? [t('richText.shared_offline')] : []),
    ...(status.lost > 0 ? [t('richText.suggestions_lost', { count: status.lost })] : []),
    ...(status.isOverruled ? [t('richText.suggestion_overruled')] : []),
    ...(people === '' ? [] : [t('richText.shared_people', { names: people })]),
    ...(isUnsaved && writers !== '' ? [t('richText.shared_unsaved', { names: writers })] : []),
  ];
  return (
    <>
      <JoinedPeople people={status.people} />
      {texts.length > 0 && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            gap: 2,
            px: 3,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
            {texts.map((text) => (
              <Typography key={text} variant="body2" color="text.secondary">
                {text}
              </Typography>
            ))}
          </Box>
          {isUnsaved && status.canWrite && <DiscardDraftButton names={writers} onDiscard={onDiscard} />}
        </Box>
      )}
    </>
  );
}
