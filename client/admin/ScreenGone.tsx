/** In place of the screen of an open tab that does not exist any more, for example because its module was disabled. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../shared/app/createStore';
import { useLazyTranslations } from '../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../shared/routing/safeRedirects';
import { neighborTab, selectTabs, tabClosed } from '../shared/store/tabs';
import { EmptyState } from '../ui/EmptyState';
import { NamedIcon } from '../ui/NamedIcon';

export function ScreenGone() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { open } = useAppSelector(selectTabs);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const close = () => {
    const next = neighborTab(open, pathname);
    dispatch(tabClosed(pathname));
    void navigate(next === undefined ? APP_PATHS.admin.front : next.path + next.search);
  };
  return (
    <EmptyState
      icon={<NamedIcon name="extension" />}
      title={t('modules.screen.gone')}
      help={t('modules.screen.gone_help')}
      action={
        <Button variant="contained" onClick={close}>
          {t('modules.screen.close')}
        </Button>
      }
    />
  );
}
