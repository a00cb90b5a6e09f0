/** What staff find under their name: profile, the home page, clearing the cache for whoever may, and on a phone what its bar has no room for. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBootstrap } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';
import { useClearCache } from './useClearCache';
import { lazyPart } from '../../ui/lazyPart';

const PhoneEntries = lazyPart(async () => (await import('./PhoneEntries')).PhoneEntries);

export function AccountEntries({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const clear = useClearCache();
  const phone = useMediaQuery('(max-width: 599.95px)');
  return (
    <>
      <MenuItem component={Link} to={`${SIDES.admin.home}/profile`} onClick={onDone}>
        {t('frame.account.profile')}
      </MenuItem>
      <MenuItem component="a" href="/">
        {t('frame.account.home')}
      </MenuItem>
      {admin.super && (
        <MenuItem
          onClick={() => {
            onDone();
            void clear();
          }}
        >
          {t('frame.account.clear_cache')}
        </MenuItem>
      )}
      {phone && (
        <Suspense fallback={null}>
          <PhoneEntries onDone={onDone} />
        </Suspense>
      )}
      <Divider sx={{ my: 1 }} />
    </>
  );
}
