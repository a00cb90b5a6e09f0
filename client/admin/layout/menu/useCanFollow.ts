/** Says why an entry cannot be followed (specification, point 8, "Navigation"). */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApp } from '../../../shared/app/appContext';
import type { MenuEntry } from './menuEntries';

/** Answers whether to go there; if not, it has been said why. */
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
