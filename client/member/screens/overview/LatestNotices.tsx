/** The newest notices on the overview, updated live. */
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import { useApp } from '../../../shared/app/appContext';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { useTopic } from '../../../shared/app/useTopic';
import { parseNotice, useNoticeText, type Notice } from '../../../shared/notices/parseNotice';
import { noticeTranslations } from '../../../shared/notices/noticeTranslations';
import { useMarkRead } from '../../../shared/notices/useMarkRead';
import { NOTICE_ENTITY, useNoticesQuery } from '../../../shared/notices/noticesApi';
import { useAddTranslations } from '../../../shared/i18n/useAddTranslations';
import { NOTICES_PERMISSION } from '../../memberMenu';
import { useCenterQuery } from '../../memberCenterApi';

const SHOWN_NOTICES = 5;
const ALL_NOTICES: TopicSpec = { k: 'list', e: NOTICE_ENTITY, where: MATCH_ALL, sort: [{ field: 'id', dir: 'desc' }] };
/** Member notices contain complete sentences, so no entity labels are needed. */
const findNoEntityNames = () => undefined;

/** A notice with a link opens it, such as the receipt of a booking. */
function NoticeLink({ notice, text }: { readonly notice: Notice; readonly text: string }) {
  const { navigate } = useApp();
  const markRead = useMarkRead();
  const supportUntil = useCenterQuery(undefined).data?.supportUntil ?? 0;
  const { id, link, isUnread } = notice;
  const style = { flex: 1, textAlign: 'left', overflowWrap: 'anywhere', fontWeight: isUnread ? 600 : 400 } as const;
  if (link === '') return <Typography sx={style}>{text}</Typography>;
  const open = () => {
    if (isUnread && supportUntil === 0) markRead.byIds([id]);
    navigate(link);
  };
  return (
    <Link component="button" variant="body1" color="inherit" underline="hover" onClick={open} sx={style}>
      {text}
    </Link>
  );
}

export function LatestNotices() {
  useAddTranslations(noticeTranslations);
  const { t } = useTranslation();
  const format = useFormatters();
  const { navigate } = useApp();
  const permittedPaths = useCenterQuery(undefined).data?.permittedPaths ?? [];
  const allPath = permittedPaths.find(({ name }) => name === NOTICES_PERMISSION)?.to;
  const formatNotice = useNoticeText(findNoEntityNames);
  const { data, fulfilledTimeStamp, refetch } = useNoticesQuery({ realm: 'member', limit: SHOWN_NOTICES });
  useTopic(data ? ALL_NOTICES : null, data?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp ?? 0);
  const rows = useAppSelector(({ entities }) => entities.rows[NOTICE_ENTITY]);
  const newestRows = Object.values(rows ?? {})
    .flatMap((cachedRows) => (cachedRows.row['title'] === undefined ? [] : [parseNotice(cachedRows.row)]))
    .sort((left, right) => right.createdAt - left.createdAt || right.id - left.id)
    .slice(0, SHOWN_NOTICES);
  return (
    <Card component="section" aria-label={t('notice.bell')} data-notices sx={{ p: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('notice.bell')}
        </Typography>
        {allPath !== undefined && (
          <Button size="small" onClick={() => navigate(allPath)}>
            {t('notice.show_all')}
          </Button>
        )}
      </Stack>
      {newestRows.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('notice.empty')}</Typography>}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {newestRows.map((notice) => (
          <Stack key={notice.id} component="li" direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 4 }}>
            <NoticeLink notice={notice} text={formatNotice(notice)} />
            <Typography variant="caption" sx={{ color: 'text.secondary', flex: 'none' }}>
              {format.dateTime(notice.createdAt)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
