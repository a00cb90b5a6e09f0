/** What members find under their name: their screens, and the home page. */
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';
import { SIDES } from '../../shared/onward';
import { useCentreQuery } from '../centreApi';

const PROFILE = `${SIDES.user.home}/profile`;

export function AccountEntries({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { go } = useApp();
  const places = useCentreQuery(undefined).data?.places ?? [];
  const has = (path: string) => places.some(({ to }) => to === path);
  const open = (path: string) => () => {
    onDone();
    go(path);
  };
  return (
    <>
      {has(SIDES.user.front) && <MenuItem onClick={open(SIDES.user.front)}>{t('member.overview.title')}</MenuItem>}
      {has(PROFILE) && <MenuItem onClick={open(PROFILE)}>{t('member.profile.title')}</MenuItem>}
      <MenuItem component="a" href="/">
        {t('member.home')}
      </MenuItem>
      <Divider sx={{ my: 1 }} />
    </>
  );
}
