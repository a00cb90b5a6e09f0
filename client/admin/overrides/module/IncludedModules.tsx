/** The modules that come with the product and are not installed: one press takes each to its review. For super admins. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useIncludedModulesQuery, useIncludeModuleMutation, type IncludedModule } from './moduleApi';
import { useReviewParam } from './useReviewParam';

function IncludedCard({ included }: { readonly included: IncludedModule }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { toasts } = useApp();
  const { openReview } = useReviewParam();
  const [include, { isLoading }] = useIncludeModuleMutation();
  const { uid, version, title, description, installedVersion } = included;
  const review = async () => {
    const { data: id, error } = await include(uid);
    if (id !== undefined) openReview(id);
    else if (isCallFault(error) && error.kind !== 'cancelled') toasts.show('error', error.msg);
  };
  return (
    <Stack
      component="li"
      sx={{ gap: 2, p: 4, border: 1, borderColor: 'divider', borderRadius: '14px', alignItems: 'flex-start' }}
    >
      <Typography variant="h4" component="h3" noWrap sx={{ maxWidth: '100%' }}>
        {title[lang]}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
        {description[lang]}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        loading={isLoading}
        onClick={() => void review()}
        aria-label={`${t(installedVersion === '' ? 'modules.actions.review' : 'modules.actions.review_update')}: ${title[lang]} ${version}`}
      >
        {t(installedVersion === '' ? 'modules.actions.review' : 'modules.actions.review_update')}
      </Button>
    </Stack>
  );
}

/** `version` changes with the list of modules: then the offered ones are read again. */
export function IncludedModules({ version }: { readonly version: string }) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const headingId = useId();
  const { data: offered = [] } = useIncludedModulesQuery(version, { skip: !admin.super });
  if (!admin.super || offered.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ px: { xs: 4, sm: 6 }, pb: 6, flex: 'none' }}>
      <Typography id={headingId} variant="h4" component="h2" sx={{ mb: 3 }}>
        {t('modules.included')}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={headingId}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 1fr))',
          gap: 4,
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {offered.map((offeredModule) => (
          <IncludedCard key={offeredModule.uid} included={offeredModule} />
        ))}
      </Box>
    </Box>
  );
}
