/** Shows a message when a menu entry cannot be followed. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApp } from '../../../shared/app/appContext';
import type { MenuEntry } from './menuEntries';

/** Returns whether the navigation may proceed; shows the reason when it may not. */
export function useCanFollow(): (path: string, problem?: MenuEntry['problem']) => boolean {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { pathname, search } = useLocation();
  return (path, problem) => {
    if (problem === undefined && path !== '' && path !== pathname + search) return true;
    if (problem === 'type') toasts.show('error', t('faults.navigation.type'));
    else if (problem === 'route' || path === '') toasts.show('error', t('faults.navigation.route'));
    else toasts.show('info', t('faults.navigation.here'));
    return false;
  };
}
