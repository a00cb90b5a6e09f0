/** The comments of the open record, oldest first, with the text box below them. Updates live: an event makes `commentsApi` load them again. */
import ChatIcon from '@mui/icons-material/ModeCommentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCallFault } from '../../shared/api/faults';
import { EmptyState } from '../../ui/EmptyState';
import { CommentBox } from './CommentBox';
import { CommentItem } from './CommentItem';
import { commentsApi, type CommentedRecord } from './commentsApi';

/** One page of comments, below the earlier ones on request. */
function CommentPage({ e, id, before }: CommentedRecord & { readonly before?: number }) {
  const { t } = useTranslation();
  const [showsEarlier, setShowsEarlier] = useState(false);
  const { data } = commentsApi.useCommentsQuery({ e, id, ...(before === undefined ? {} : { before }) });
  const [deleteComment] = commentsApi.useDeleteCommentMutation();
  const first = data?.list[0]?.id;
  if (!data || first === undefined) return null;
  return (
    <>
      {data.more && showsEarlier && <CommentPage e={e} id={id} before={first} />}
      {data.more && !showsEarlier && (
        <Box component="li">
          <Button fullWidth onClick={() => setShowsEarlier(true)}>
            {t('recordPanel.comments_older')}
          </Button>
        </Box>
      )}
      {data.list.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          onDelete={() => void deleteComment({ e, id, comment: comment.id })}
        />
      ))}
    </>
  );
}

function CommentFeed({ e, id }: CommentedRecord) {
  const { t } = useTranslation();
  const { data, error, refetch } = commentsApi.useCommentsQuery({ e, id });
  const end = useRef<HTMLDivElement>(null);
  const newest = data?.list.at(-1)?.id;
  useEffect(() => {
    if (end.current && 'scrollIntoView' in end.current) end.current.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  if (!data && isCallFault(error)) {
    const retry = (
      <Button variant="outlined" onClick={() => void refetch()}>
        {t('engine.list.retry')}
      </Button>
    );
    return <EmptyState title={t('recordPanel.comments_failed')} help={error.msg} action={retry} />;
  }
  if (!data)
    return (
      <Stack aria-hidden sx={{ gap: 4, px: 5, py: 4 }}>
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Stack>
    );
  if (data.list.length === 0)
    return (
      <EmptyState
        icon={<ChatIcon />}
        title={t('recordPanel.comments_empty')}
        help={t('recordPanel.comments_empty_help')}
      />
    );
  return (
    <Box sx={{ px: 5, py: 2 }}>
      <Box component="ol" aria-label={t('recordPanel.comments')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <CommentPage e={e} id={id} />
      </Box>
      <div ref={end} />
    </Box>
  );
}

export function CommentsPanel({ e, id }: CommentedRecord) {
  const { t } = useTranslation();
  return (
    <Stack component="section" aria-label={t('recordPanel.comments')} sx={{ flex: 1, minHeight: 0 }}>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <CommentFeed e={e} id={id} />
      </Box>
      <CommentBox key={`${e}/${id}`} e={e} id={id} />
    </Stack>
  );
}
