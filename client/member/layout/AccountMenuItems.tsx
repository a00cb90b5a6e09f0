/** The account menu of members: their screens, and the home page. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { useCenterQuery } from '../memberCenterApi';

const PROFILE = `${APP_PATHS.member.home}/profile`;

export function AccountMenuItems({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { navigate } = useApp();
  const permittedPaths = useCenterQuery(undefined).data?.permittedPaths ?? [];
  const isPermitted = (path: string) => permittedPaths.some(({ to }) => to === path);
  const open = (path: string) => () => {
    onDone();
    navigate(path);
  };
  return (
    <>
      {isPermitted(APP_PATHS.member.front) && (
        <MenuItem onClick={open(APP_PATHS.member.front)}>{t('member.overview.title')}</MenuItem>
      )}
      {isPermitted(PROFILE) && <MenuItem onClick={open(PROFILE)}>{t('member.profile.title')}</MenuItem>}
      <MenuItem component="a" href="/">
        {t('member.home')}
      </MenuItem>
      <Divider sx={{ my: 1 }} />
    </>
  );
}
