/** Shows at a formatted text that somebody else changed it too. Only passages that both changed need a decision. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposeMerge, type RichTextMerge } from '../../../common/text/richText/mergeRichText';
import { mergeTextVersions } from '../formState/mergeRemoteText';
import { useActorName, useIsCurrentUser } from '../useActorName';
import type { ConflictBarProps } from './conflictBarProps';
import { ConflictValues } from './ConflictValues';

/** Names the person who changed the text, and whether something must be decided. */
function useMessage({ by }: ConflictBarProps['remoteChange'], isContested: boolean): string {
  const { t } = useTranslation();
  const actorName = useActorName();
  const isCurrentUser = useIsCurrentUser();
  if (by === null || isCurrentUser(by)) return t(isContested ? 'conflict.text_nobody' : 'conflict.text_merging_nobody');
  return t(isContested ? 'conflict.text_by' : 'conflict.text_merging_by', { name: actorName(by) });
}

function DecisionButtons({ handlers, field, merge }: ConflictBarProps & { readonly merge: RichTextMerge }) {
  const { t } = useTranslation();
  const canJoin = merge.conflicts.some(({ both }) => both !== null);
  const joinBoth = () => {
    handlers.onKeepMine(field);
    handlers.onType(field, proposeMerge(merge));
  };
  return (
    <>
      <Button size="small" variant="outlined" data-conflict={field} onClick={() => handlers.onReview(true)}>
        {t('conflict.resolve')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => handlers.onTakeTheirs(field)}>
        {t('engine.conflict.theirs')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => handlers.onKeepMine(field)}>
        {t('engine.conflict.keep')}
      </Button>
      {canJoin && (
        <Button size="small" variant="outlined" title={t('conflict.join_help')} onClick={joinBoth}>
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
  const message = useMessage(remoteChange, isContested);
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
