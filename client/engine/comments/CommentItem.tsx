/** One comment with its author and time. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordComment } from '../../../common/protocol/comments';
import { useFormatters } from '../../shared/i18n/format';
import { PERSON_COLORS } from '../../shared/theme/designTokens';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { MentionText } from './MentionText';

interface CommentItemProps {
  readonly comment: RecordComment;
  readonly onDelete: () => void;
}
function DeleteButton({ onDelete }: Pick<CommentItemProps, 'onDelete'>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip title={t('recordPanel.comment_delete')}>
        <IconButton size="small" aria-label={t('recordPanel.comment_delete')} onClick={() => setIsOpen(true)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)}>
        <DialogTitle>{t('recordPanel.comment_delete_title')}</DialogTitle>
        <DialogContent>
          <DialogContentText>{t('recordPanel.comment_delete_text')}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => setIsOpen(false)}>
            {t('recordPanel.comment_cancel')}
          </Button>
          <Button
            color="error"
            variant="contained"
            onClick={() => {
              setIsOpen(false);
              onDelete();
            }}
          >
            {t('recordPanel.remove')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

export function CommentItem({ comment, onDelete }: CommentItemProps) {
  const format = useFormatters();
  const { author, body, at, mentions, canDelete } = comment;
  const milliseconds = at * 1000;
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 3,
        py: 3,
        '& .delete': { opacity: { xs: 1, sm: 0 } },
        '&:hover .delete, &:focus-within .delete': { opacity: 1 },
      }}
    >
      <PersonAvatar id={author.id} name={author.name} src={author.avatar} colors={PERSON_COLORS} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 28 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {author.name}
          </Typography>
          <Typography variant="caption" noWrap sx={{ color: 'text.secondary', flex: 'none' }}>
            <time dateTime={new Date(milliseconds).toISOString()} title={format.dateTime(milliseconds)}>
              {format.relativeTime(milliseconds)}
            </time>
          </Typography>
          {canDelete && (
            <Box className="delete" sx={{ ml: 'auto' }}>
              <DeleteButton onDelete={onDelete} />
            </Box>
          )}
        </Stack>
        <Typography variant="body2" component="div" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <MentionText text={body} mentions={mentions} />
        </Typography>
      </Box>
    </Stack>
  );
}
