/** All notices by day, newest first; live while the panel is open. */
import DoneAll from '@mui/icons-material/DoneAllOutlined';
import Inbox from '@mui/icons-material/NotificationsNoneOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { EmptyState } from '../../ui/EmptyState';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { selectEntityRows } from '../store/entities';
import { useTopic } from '../app/useTopic';
import { NoticeDays } from './NoticeDays';
import { parseNotice, type Notice, type FindEntityNames } from './parseNotice';
import { NOTICE_ENTITY, useNoticesQuery } from './noticesApi';
import type { MarkRead } from './useMarkRead';

const FIRST_PAGE_SIZE = 30;
const MAX_NOTICES = 200;
const OWN_NOTICES_TOPIC: TopicSpec = {
  k: 'list',
  e: NOTICE_ENTITY,
  where: MATCH_ALL,
  sort: [{ field: 'told_time', dir: 'desc' }],
};

function useNotices(limit: number): { readonly notices: readonly Notice[] | undefined; readonly total: number } {
  const { realm } = useApp();
  const { data, fulfilledTimeStamp, refetch } = useNoticesQuery({ realm, limit });
  useTopic(data ? OWN_NOTICES_TOPIC : null, data?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  const table = useAppSelector(selectEntityRows(NOTICE_ENTITY));
  if (data === undefined) return { notices: undefined, total: 0 };
  const rows = Object.values(table ?? {}).filter(({ isDeleted, row }) => !isDeleted && row['told_time'] !== undefined);
  const notices = rows.map(({ row }) => parseNotice(row)).sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  return { notices, total: data.total };
}

interface NoticePanelProps {
  readonly findEntityNames: FindEntityNames;
  readonly openNotice: (notice: Notice) => void;
  readonly markRead: MarkRead;
  /** The number of unread notices. */
  readonly unreadCount: number;
  /** Why none can be marked as read; undefined if they can. */
  readonly readOnlyReason: string | undefined;
  readonly onSettings: () => void;
  /** Opens the page of all notices; absent where there is none. */
  readonly onShowAll?: (() => void) | undefined;
}
interface PanelHeaderProps extends Pick<NoticePanelProps, 'markRead' | 'onSettings'> {
  readonly canMarkRead: boolean;
}
function PanelHeader({ canMarkRead, markRead, onSettings }: PanelHeaderProps) {
  const { t } = useTranslation();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, pl: 4, pr: 2, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
        {t('notice.bell')}
      </Typography>
      <Button size="small" startIcon={<DoneAll />} disabled={!canMarkRead} onClick={markRead.all}>
        {t('notice.read_all')}
      </Button>
      <Tooltip title={t('notice.settings')}>
        <IconButton aria-label={t('notice.settings')} onClick={onSettings}>
          <Tune />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
export function NoticePanel({
  findEntityNames,
  openNotice,
  markRead,
  unreadCount,
  readOnlyReason,
  onSettings,
  onShowAll,
}: NoticePanelProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST_PAGE_SIZE);
  const { notices, total } = useNotices(limit);
  return (
    <Stack sx={{ maxHeight: 'inherit' }}>
      <PanelHeader
        canMarkRead={unreadCount > 0 && readOnlyReason === undefined}
        markRead={markRead}
        onSettings={onSettings}
      />
      {readOnlyReason !== undefined && (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          {readOnlyReason}
        </Alert>
      )}
      <Box sx={{ overflowY: 'auto', minHeight: 0, flex: 1 }}>
        {notices === undefined ? (
          <NoticesLoading />
        ) : notices.length === 0 ? (
          <EmptyState icon={<Inbox />} title={t('notice.empty')} help={t('notice.empty_help')} />
        ) : (
          <NoticeDays
            heading="h3"
            notices={notices}
            findEntityNames={findEntityNames}
            openNotice={openNotice}
            markRead={markRead}
            readOnlyReason={readOnlyReason}
          />
        )}
        {notices !== undefined && total > limit && limit < MAX_NOTICES && (
          <Button fullWidth onClick={() => setLimit(MAX_NOTICES)}>
            {t('notice.more')}
          </Button>
        )}
      </Box>
      {onShowAll && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', p: 1 }}>
          <Button fullWidth onClick={onShowAll}>
            {t('notice.show_all')}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function NoticesLoading() {
  const { t } = useTranslation();
  return (
    <Stack component="output" aria-label={t('shell.loading')} sx={{ gap: 3, p: 4 }}>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}
