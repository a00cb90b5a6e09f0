/** All notices of the member in pages, newest first; live. */
import DoneAll from '@mui/icons-material/DoneAllOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app/appContext';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { useAddTranslations } from '../../../shared/i18n/useAddTranslations';
import { NoticeDays } from '../../../shared/notices/NoticeDays';
import { noticeTranslations } from '../../../shared/notices/noticeTranslations';
import type { Notice } from '../../../shared/notices/parseNotice';
import { useMarkRead } from '../../../shared/notices/useMarkRead';
import { useSiteName } from '../../../shared/store/siteSettings';
import { EmptyState } from '../../../ui/EmptyState';
import { useCenterQuery } from '../../memberCenterApi';
import { Pagination } from '../../Pagination';
import { setSearch, useSearch } from '../../router';
import { NOTICE_PAGE_SIZE, useNoticePage } from './useNoticePage';

/** Member notices contain complete sentences, so no entity labels are needed. */
const findNoEntityNames = () => undefined;
const VIEWS = ['all', 'only_unread'] as const;
type View = (typeof VIEWS)[number];

/** Page and view, in the address. */
function useNoticeQuery() {
  const params = new URLSearchParams(useSearch());
  const page = Number(params.get('page'));
  const view: View = params.get('view') === 'unread' ? 'only_unread' : 'all';
  const show = (nextView: View, nextPage: number) => {
    const next = new URLSearchParams();
    if (nextView === 'only_unread') next.set('view', 'unread');
    if (nextPage > 1) next.set('page', String(nextPage));
    setSearch(next, nextPage === 1);
  };
  return { view, page: Number.isSafeInteger(page) && page > 0 ? page : 1, show };
}

function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Box role="alert">
      <EmptyState
        title={t('notice.failed')}
        action={
          <Button variant="outlined" onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        }
      />
    </Box>
  );
}

interface ViewSwitchProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={t('notice.bell')}
      onChange={(_, next: unknown) => onChange(VIEWS.find((known) => known === next) ?? view)}
    >
      {VIEWS.map((name) => (
        <ToggleButton key={name} value={name}>
          {t(`notice.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function Notices() {
  useAddTranslations(noticeTranslations);
  const { t } = useTranslation();
  const { navigate } = useApp();
  useDocumentTitle(t('notice.bell'), useSiteName());
  const { view, page, show } = useNoticeQuery();
  const supportUntil = useCenterQuery(undefined).data?.supportUntil ?? 0;
  const readOnlyReason = supportUntil > 0 ? t('faults.access.support_looks') : undefined;
  const markRead = useMarkRead();
  const { notices, total, unread, isFailed, refresh } = useNoticePage({ page, isUnreadOnly: view === 'only_unread' });
  const openNotice = ({ id, link, isUnread }: Notice) => {
    if (isUnread && readOnlyReason === undefined) markRead.byIds([id]);
    if (link !== '') navigate(link);
  };
  const dayProps = { heading: 'h2', findEntityNames: findNoEntityNames, openNotice, markRead, readOnlyReason } as const;
  const pages = Math.ceil(total / NOTICE_PAGE_SIZE);
  return (
    <Stack sx={{ gap: 5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {t('notice.bell')}
        </Typography>
        <Button
          variant="outlined"
          startIcon={<DoneAll />}
          disabled={unread === 0 || readOnlyReason !== undefined}
          onClick={markRead.all}
        >
          {t('notice.read_all')}
        </Button>
      </Stack>
      <Card component="section" aria-label={t('notice.bell')} sx={{ py: { xs: 4, sm: 6 }, px: { xs: 0, sm: 2 } }}>
        <Box sx={{ px: 4 }}>
          <ViewSwitch view={view} onChange={(next) => show(next, 1)} />
        </Box>
        {notices === undefined && !isFailed && <Skeleton height={420} sx={{ mx: 4 }} />}
        {isFailed && <LoadFailed onRetry={refresh} />}
        {notices && <NoticeDays {...dayProps} notices={notices} />}
        {notices?.length === 0 && page === 1 && (
          <EmptyState
            title={t(view === 'all' ? 'notice.empty_page' : 'notice.empty')}
            {...(view === 'all' ? { help: t('notice.empty_help') } : {})}
          />
        )}
        <Pagination
          page={page}
          pages={pages}
          labels={{
            newer: t('notice.newer'),
            older: t('notice.older'),
            position: t('notice.page', { page, pages }),
          }}
          onPage={(next) => show(view, next)}
        />
      </Card>
    </Stack>
  );
}
