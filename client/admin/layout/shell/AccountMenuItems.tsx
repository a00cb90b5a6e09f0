/** Console items of the account menu: profile, home page, clear cache (super admins), and on phones language and color scheme. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useClearCache } from '../settings/useClearCache';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const MobileMenuItems = lazyWithRetry(async () => (await import('./MobileMenuItems')).MobileMenuItems);

export function AccountMenuItems({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const clearCache = useClearCache();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return (
    <>
      <MenuItem component={Link} to={`${APP_PATHS.admin.home}/profile`} onClick={onDone}>
        {t('adminLayout.account.profile')}
      </MenuItem>
      <MenuItem component="a" href="/">
        {t('adminLayout.account.home')}
      </MenuItem>
      {admin.super && (
        <MenuItem
          onClick={() => {
            onDone();
            void clearCache();
          }}
        >
          {t('adminLayout.account.clear_cache')}
        </MenuItem>
      )}
      {isPhone && (
        <Suspense fallback={null}>
          <MobileMenuItems onDone={onDone} />
        </Suspense>
      )}
      <Divider sx={{ my: 1 }} />
    </>
  );
}
