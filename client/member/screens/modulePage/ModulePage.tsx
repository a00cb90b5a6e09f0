/** A page that a module adds to the member center: members write rows, follow what becomes of them, and remove those that still wait. */
import OpenInNewIcon from '@mui/icons-material/OpenInNewOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { modulePagePath } from '../../../../common/memberScreens';
import { isCallFault } from '../../../shared/api/faults';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useSiteName } from '../../../shared/store/siteSettings';
import { ProgressBar } from '../../../ui/ProgressBar';
import { usePath } from '../../router';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { AddRowForm } from './AddRowForm';
import { modulePageApi, type ModulePageInfo } from './modulePageApi';
import { OwnRowList, RetryAlert } from './OwnRowList';
import { useOwnRows } from './useOwnRows';

const PREFIX = `${APP_PATHS.member.home}/${modulePagePath('')}`;

function PageBody({ page }: { readonly page: ModulePageInfo }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  useDocumentTitle(page.title, useSiteName());
  const rows = useOwnRows(page.entity);
  return (
    <Stack sx={{ gap: 6, maxWidth: 640 }}>
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography variant="h1">{page.title}</Typography>
        <Button
          size="small"
          href={`/${lang}/${page.path}`}
          target="_blank"
          rel="noopener"
          startIcon={<OpenInNewIcon />}
          sx={{ ml: -2 }}
        >
          {t('modulePages.open')}
        </Button>
      </Stack>
      {page.canAdd && (
        <ReadOnlyDuringSupport>
          <AddRowForm page={page} onAdded={rows.reload} />
        </ReadOnlyDuringSupport>
      )}
      <OwnRowList page={page} rows={rows} />
    </Stack>
  );
}

export function ModulePage() {
  useLazyTranslations();
  const path = usePath().slice(PREFIX.length);
  const lang = useLanguage();
  const { currentData: page, error, refetch } = modulePageApi.useModulePageQuery({ path, lang });
  if (page !== undefined) return <PageBody key={page.entity} page={page} />;
  if (!isCallFault(error)) return <ProgressBar isBusy />;
  return <RetryAlert text={error.msg} onRetry={() => void refetch()} />;
}
