/** Clearing the cache: what the server keeps in memory, what the browser keeps of us, and what this page holds of answers and tabs. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { useAppDispatch } from '../../shared/createStore';
import { othersClosed } from '../../shared/tabs';

/** Session, language and layout are no cache; what is typed and not saved is not one either. */
export function useClearCache(): () => Promise<void> {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const [ask] = api.useRequestMutation();
  return async () => {
    const { error } = await ask({ url: '/admin/ajax/clearCache', method: 'POST', body: { type: 'all' } });
    if (error !== undefined) return;
    dispatch(othersClosed(pathname));
    dispatch(api.util.resetApiState());
    toasts.show('success', t('frame.account.cleared'));
  };
}
