/** Notices under the days on which they arrived, newest first. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters, type Formatters } from '../i18n/format';
import { NoticeRow } from './NoticeRow';
import type { FindEntityNames, Notice } from './parseNotice';
import type { MarkRead } from './useMarkRead';

const SECONDS_PER_DAY = 86_400;

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

interface NoticeDaysProps {
  readonly notices: readonly Notice[];
  readonly findEntityNames: FindEntityNames;
  readonly openNotice: (notice: Notice) => void;
  readonly markRead: MarkRead;
  /** Why none can be marked as read; undefined if they can. */
  readonly readOnlyReason: string | undefined;
  /** The heading of a day, one level below that of the notices. */
  readonly heading: 'h2' | 'h3';
}
export function NoticeDays(props: NoticeDaysProps) {
  const { notices, findEntityNames, openNotice, markRead, readOnlyReason, heading } = props;
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
        component={heading}
        sx={{ px: 4, pt: 3, pb: 1, color: 'text.secondary', fontWeight: 500 }}
      >
        {dayLabel(day)}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {dayNotices.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            findEntityNames={findEntityNames}
            openNotice={openNotice}
            readOnlyReason={readOnlyReason}
            onRead={() => markRead.byIds([notice.id])}
          />
        ))}
      </Box>
    </Box>
  ));
}
