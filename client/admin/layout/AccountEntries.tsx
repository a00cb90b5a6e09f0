/** What staff find under their name: profile, the home page, and clearing the cache for whoever may. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { useBootstrap } from '../../shared/bootstrap';
import { SIDES } from '../../shared/onward';

export function AccountEntries({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { admin } = useBootstrap();
  const [ask] = api.useRequestMutation();
  const clear = async () => {
    onDone();
    const { error } = await ask({ url: '/admin/ajax/clearCache', method: 'POST', body: { type: 'all' } });
    if (error === undefined) toasts.show('success', t('frame.account.cleared'));
  };
  return (
    <>
      <MenuItem component={Link} to={`${SIDES.admin.home}/profile`} onClick={onDone}>
        {t('frame.account.profile')}
      </MenuItem>
      <MenuItem component="a" href="/">
        {t('frame.account.home')}
      </MenuItem>
      {admin.super && <MenuItem onClick={() => void clear()}>{t('frame.account.clear_cache')}</MenuItem>}
      <Divider sx={{ my: 1 }} />
    </>
  );
}
