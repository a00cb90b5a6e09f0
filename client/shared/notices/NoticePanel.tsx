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
import { useFormatters, type Formatters } from '../i18n/format';
import { useTopic } from '../app/useTopic';
import { parseNotice, type Notice, type EntityNounsOf } from './parseNotice';
import { NoticeRow } from './NoticeRow';
import { NOTICE_ENTITY, useNoticesQuery } from './noticesApi';
import type { MarkRead } from './useMarkRead';

const FIRST_PAGE_SIZE = 30;
const MAX_NOTICES = 200;
const SECONDS_PER_DAY = 86_400;
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

interface NoticeDay {
  readonly day: string;
  readonly notices: readonly Notice[];
}
/** The notices of one day. */
export function groupByDay(notices: readonly Notice[], dayOf: Formatters['date']): readonly NoticeDay[] {
  const days = new Map<string, Notice[]>();
  for (const notice of notices) {
    const day = dayOf(notice.createdAt);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days].map(([day, dayNotices]) => ({ day, notices: dayNotices }));
}

interface NoticePanelProps {
  readonly nounsOf: EntityNounsOf;
  readonly openNotice: (notice: Notice) => void;
  readonly markRead: MarkRead;
  /** The number of unread notices. */
  readonly unreadCount: number;
  /** Why none can be marked as read; undefined if they can. */
  readonly readOnlyReason: string | undefined;
  readonly onSettings: () => void;
}
export function NoticePanel({
  nounsOf,
  openNotice,
  markRead,
  unreadCount,
  readOnlyReason,
  onSettings,
}: NoticePanelProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST_PAGE_SIZE);
  const { notices, total } = useNotices(limit);
  return (
    <Stack sx={{ maxHeight: 'inherit' }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, pl: 4, pr: 2, py: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('notice.bell')}
        </Typography>
        <Button
          size="small"
          startIcon={<DoneAll />}
          disabled={unreadCount === 0 || readOnlyReason !== undefined}
          onClick={markRead.all}
        >
          {t('notice.read_all')}
        </Button>
        <Tooltip title={t('notice.settings')}>
          <IconButton aria-label={t('notice.settings')} onClick={onSettings}>
            <Tune />
          </IconButton>
        </Tooltip>
      </Stack>
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
          <NoticeDays {...{ notices, nounsOf, openNotice, markRead, readOnlyReason }} />
        )}
        {notices !== undefined && total > limit && limit < MAX_NOTICES && (
          <Button fullWidth onClick={() => setLimit(MAX_NOTICES)}>
            {t('notice.more')}
          </Button>
        )}
      </Box>
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

type NoticeDaysProps = Pick<NoticePanelProps, 'nounsOf' | 'openNotice' | 'markRead' | 'readOnlyReason'> & {
  readonly notices: readonly Notice[];
};
function NoticeDays({ notices, nounsOf, openNotice, markRead, readOnlyReason }: NoticeDaysProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const dayLabel = (day: string): string => {
    if (day === format.date(now)) return t('notice.today');
    return day === format.date(now - SECONDS_PER_DAY) ? t('notice.yesterday') : day;
  };
  return groupByDay(notices, format.date).map(({ day, notices: dayNotices }) => (
    <Box component="section" key={day} aria-label={dayLabel(day)}>
      <Typography
        variant="caption"
        component="h3"
        sx={{ px: 4, pt: 3, pb: 1, color: 'text.secondary', fontWeight: 500 }}
      >
        {dayLabel(day)}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {dayNotices.map((notice) => (
          <NoticeRow
            key={notice.id}
            {...{ notice, nounsOf, openNotice, readOnlyReason }}
            onRead={() => markRead.byIds([notice.id])}
          />
        ))}
      </Box>
    </Box>
  ));
}
