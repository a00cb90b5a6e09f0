/** The newest notices on the front page, each arriving as it happens. */
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { EVERYTHING } from '../../../../common/entity/filter';
import type { TopicSpec } from '../../../../common/protocol/live';
import { notice as noticeEn } from '../../../../common/locales/en/notice';
import { notice as noticeZh } from '../../../../common/locales/zh-cn/notice';
import { useAppSelector } from '../../../shared/createStore';
import { useFormat } from '../../../shared/format';
import { useTopic } from '../../../shared/live';
import { noticeOf, useSentence } from '../../../shared/notices/notice';
import { NOTICE, useNoticesQuery } from '../../../shared/notices/noticesApi';
import { useMoreWords } from '../../../shared/useMoreWords';

const SHOWN = 5;
const ALL: TopicSpec = { k: 'list', e: NOTICE, where: EVERYTHING, sort: [{ field: 'id', dir: 'desc' }] };
const words = { en: { notice: noticeEn }, 'zh-cn': { notice: noticeZh } };
/** Members are told in whole sentences. */
const noNouns = () => undefined;

export function LatestNotices() {
  useMoreWords(words);
  const { t } = useTranslation();
  const format = useFormat();
  const say = useSentence(noNouns);
  const { data, fulfilledTimeStamp, refetch } = useNoticesQuery({ realm: 'user', limit: SHOWN });
  useTopic(data ? ALL : null, data?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp ?? 0);
  const rows = useAppSelector(({ entities }) => entities.rows[NOTICE]);
  const newest = Object.values(rows ?? {})
    .flatMap((held) => (held.row['title'] === undefined ? [] : [noticeOf(held.row)]))
    .sort((one, other) => other.toldTime - one.toldTime || other.id - one.id)
    .slice(0, SHOWN);
  return (
    <Card component="section" aria-label={t('notice.bell')} data-notices sx={{ p: 6 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('notice.bell')}
      </Typography>
      {newest.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('notice.empty')}</Typography>}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {newest.map((notice) => (
          <Stack key={notice.id} component="li" direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 4 }}>
            <Typography sx={{ flex: 1, overflowWrap: 'anywhere', fontWeight: notice.unread ? 600 : 400 }}>
              {say(notice)}
            </Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', flex: 'none' }}>
              {format.dateTime(notice.toldTime)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
