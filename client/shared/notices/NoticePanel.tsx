/** Everything one was told, by day, the newest first; live while it is open. */
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
import { EVERYTHING } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/live';
import { EmptyState } from '../../ui/EmptyState';
import { useApp } from '../app';
import { useAppSelector } from '../createStore';
import { selectTable } from '../entities';
import { useFormat, type Format } from '../format';
import { useTopic } from '../live';
import { noticeOf, type Notice, type NounsOf } from './notice';
import { NoticeRow } from './NoticeRow';
import { NOTICE, useNoticesQuery } from './noticesApi';
import type { MarkRead } from './useMarkRead';

const FIRST = 30;
const MOST = 200;
const DAY_S = 86_400;
const OWN: TopicSpec = { k: 'list', e: NOTICE, where: EVERYTHING, sort: [{ field: 'told_time', dir: 'desc' }] };

function useNotices(limit: number): { readonly notices: readonly Notice[] | undefined; readonly total: number } {
  const { realm } = useApp();
  const { data, fulfilledTimeStamp, refetch } = useNoticesQuery({ realm, limit });
  useTopic(data ? OWN : null, data?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  const table = useAppSelector(selectTable(NOTICE));
  if (data === undefined) return { notices: undefined, total: 0 };
  const held = Object.values(table ?? {}).filter(({ gone, row }) => !gone && row['told_time'] !== undefined);
  const notices = held.map(({ row }) => noticeOf(row)).sort((a, b) => b.toldTime - a.toldTime || b.id - a.id);
  return { notices, total: data.total };
}

interface Day {
  readonly day: string;
  readonly notices: readonly Notice[];
}
/** Notices under the day they were told on. */
export function byDay(notices: readonly Notice[], dayOf: Format['date']): readonly Day[] {
  const days = new Map<string, Notice[]>();
  for (const notice of notices) {
    const day = dayOf(notice.toldTime);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days].map(([day, told]) => ({ day, notices: told }));
}

interface NoticePanelProps {
  readonly nounsOf: NounsOf;
  readonly follow: (notice: Notice) => void;
  readonly markRead: MarkRead;
  /** How many are unread. */
  readonly count: number;
  /** Why none can be marked as read, if so. */
  readonly barred: string | undefined;
  readonly onSettings: () => void;
}
export function NoticePanel({ nounsOf, follow, markRead, count, barred, onSettings }: NoticePanelProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST);
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
          disabled={count === 0 || barred !== undefined}
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
      {barred !== undefined && (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          {barred}
        </Alert>
      )}
      <Box sx={{ overflowY: 'auto', minHeight: 0, flex: 1 }}>
        {notices === undefined ? (
          <Waiting />
        ) : notices.length === 0 ? (
          <EmptyState icon={<Inbox />} title={t('notice.empty')} help={t('notice.empty_help')} />
        ) : (
          <Days {...{ notices, nounsOf, follow, markRead, barred }} />
        )}
        {notices !== undefined && total > limit && limit < MOST && (
          <Button fullWidth onClick={() => setLimit(MOST)}>
            {t('notice.more')}
          </Button>
        )}
      </Box>
    </Stack>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack component="output" aria-label={t('shell.loading')} sx={{ gap: 3, p: 4 }}>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}

type DaysProps = Pick<NoticePanelProps, 'nounsOf' | 'follow' | 'markRead' | 'barred'> & {
  readonly notices: readonly Notice[];
};
function Days({ notices, nounsOf, follow, markRead, barred }: DaysProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const nameOf = (day: string): string => {
    if (day === format.date(now)) return t('notice.today');
    return day === format.date(now - DAY_S) ? t('notice.yesterday') : day;
  };
  return byDay(notices, format.date).map(({ day, notices: told }) => (
    <Box component="section" key={day} aria-label={nameOf(day)}>
      <Typography
        variant="caption"
        component="h3"
        sx={{ px: 4, pt: 3, pb: 1, color: 'text.secondary', fontWeight: 500 }}
      >
        {nameOf(day)}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {told.map((notice) => (
          <NoticeRow
            key={notice.id}
            {...{ notice, nounsOf, follow, barred }}
            onRead={() => markRead.some([notice.id])}
          />
        ))}
      </Box>
    </Box>
  ));
}
