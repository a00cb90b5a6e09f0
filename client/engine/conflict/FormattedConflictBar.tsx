/** Shows at a formatted text that somebody else changed it too. Only passages that both changed need a decision. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  proposeMerge,
  resolveMerge,
  type BlockChoice,
  type RichTextMerge,
} from '../../../common/text/richText/mergeRichText';
import { useApp } from '../../shared/app/appContext';
import { findColumn } from '../../../common/entity/columns';
import { mergeTextVersions } from '../formState/mergeRemoteText';
import { useActorName, useIsCurrentUser } from '../useActorName';
import type { ConflictBarProps } from './conflictBarProps';
import { ConflictValues } from './ConflictValues';

/** Names the person who changed the text, and whether something must be decided. In a shared draft anybody can have changed the passage. */
function useMessage({ entity, field, remoteChange: { by } }: ConflictBarProps, isContested: boolean): string {
  const { t } = useTranslation();
  const isShared = findColumn(entity, field)?.options.collaborative === true;
  const actorName = useActorName();
  const isCurrentUser = useIsCurrentUser();
  const contested = isShared ? ('text_shared' as const) : ('text' as const);
  const kind = isContested ? contested : ('text_merging' as const);
  if (by === null || isCurrentUser(by)) return t(`conflict.${kind}_nobody`);
  return t(`conflict.${kind}_by`, { name: actorName(by) });
}

interface DecisionProps extends ConflictBarProps {
  readonly merge: RichTextMerge;
}
/** Takes one side of every passage that both changed, and the changes of both elsewhere; a toast takes that back. */
function useDecide({ handlers, field, remoteChange, mine, merge }: DecisionProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  return (html: string) => {
    const decided = html === '' ? null : html;
    handlers.onKeepMine(field);
    handlers.onType(field, decided);
    const undo = () => handlers.onUndoDecision({ field, remoteChange, mine, decided });
    toasts.show('info', t('conflict.text_decided', { count: merge.conflicts.length }), {
      label: t('conflict.undo'),
      run: undo,
    });
  };
}

function DecisionButtons(props: DecisionProps) {
  const { handlers, field, merge } = props;
  const { t } = useTranslation();
  const decide = useDecide(props);
  const canJoin = merge.conflicts.some(({ both }) => both !== null);
  const choose = (side: BlockChoice) => () =>
    decide(
      resolveMerge(
        merge,
        merge.conflicts.map(() => side),
      ) ?? '',
    );
  return (
    <>
      <Button size="small" variant="outlined" data-conflict={field} onClick={() => handlers.onReview(true)}>
        {t('conflict.resolve')}
      </Button>
      <Button size="small" variant="outlined" onClick={choose('theirs')}>
        {t('engine.conflict.theirs')}
      </Button>
      <Button size="small" variant="outlined" onClick={choose('mine')}>
        {t('engine.conflict.keep')}
      </Button>
      {canJoin && (
        <Button
          size="small"
          variant="outlined"
          title={t('conflict.join_help')}
          onClick={() => decide(proposeMerge(merge))}
        >
          {t('conflict.join')}
        </Button>
      )}
    </>
  );
}

export function FormattedConflictBar(props: ConflictBarProps) {
  const { remoteChange, mine } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const merge = useMemo(() => mergeTextVersions({ ...remoteChange, mine }), [remoteChange, mine]);
  const isContested = merge.conflicts.length > 0;
  const message = useMessage(props, isContested);
  return (
    <Box
      role={isContested ? 'alert' : 'status'}
      sx={{
        mt: 1.5,
        p: 2,
        border: 1,
        borderColor: isContested ? 'warning.main' : 'divider',
        borderRadius: 1.5,
        bgcolor: 'background.paper',
      }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <ForkIcon
          fontSize="small"
          aria-hidden
          sx={{ color: isContested ? 'warning.main' : 'text.secondary', mt: 0.5 }}
        />
        <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
      </Stack>
      <Stack direction="row" data-action-bar sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        {isContested && <DecisionButtons {...props} merge={merge} />}
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('engine.conflict.compare')}
        </Button>
      </Stack>
      {isOpen && <ConflictValues {...props} />}
    </Box>
  );
}
