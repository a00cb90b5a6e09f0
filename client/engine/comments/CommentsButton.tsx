/** Opens and closes the comments of a record; shows their number. */
import ChatIcon from '@mui/icons-material/ModeCommentOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../shared/store/connectionSlice';
import { useAppSelector } from '../../shared/app/createStore';
import { commentsApi, type CommentedRecord } from './commentsApi';

interface CommentsButtonProps extends CommentedRecord {
  readonly isPressed: boolean;
  readonly onToggle: () => void;
}
export function CommentsButton({ e, id, isPressed, onToggle }: CommentsButtonProps) {
  const { t } = useTranslation();
  const { data, refetch } = commentsApi.useCommentsQuery({ e, id });
  const { status } = useAppSelector(selectConnection);
  const wasLive = useRef(true);
  // Events that were sent during a break of the connection are lost.
  useEffect(() => {
    const isLive = status === 'live';
    if (isLive && !wasLive.current) void refetch();
    wasLive.current = isLive;
  }, [status, refetch]);
  const count = data?.total ?? 0;
  const label = count === 0 ? t('recordPanel.comments_show') : t('recordPanel.comments_count', { count });
  return (
    <Tooltip title={isPressed ? t('history.record') : label}>
      <IconButton
        aria-label={label}
        aria-pressed={isPressed}
        color={isPressed ? 'primary' : 'default'}
        onClick={onToggle}
      >
        <Badge
          badgeContent={count}
          max={99}
          color="primary"
          slotProps={{ badge: { sx: { fontSize: 10, height: 16, minWidth: 16, px: 1 } } }}
        >
          <ChatIcon fontSize="small" />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
