/** Says why an entry cannot be followed (specification, point 8, "Navigation"). */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApp } from '../../shared/app';
import type { MenuEntry } from './menu';

/** Answers whether to go there; if not, it has been said why. */
export function useFollow(): (to: string, trouble?: MenuEntry['trouble']) => boolean {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { pathname, search } = useLocation();
  return (to, trouble) => {
    if (trouble === undefined && to !== '' && to !== pathname + search) return true;
    if (trouble === 'type') toasts.show('error', t('faults.navigation.type'));
    else if (trouble === 'route' || to === '') toasts.show('error', t('faults.navigation.route'));
    else toasts.show('info', t('faults.navigation.here'));
    return false;
  };
}
