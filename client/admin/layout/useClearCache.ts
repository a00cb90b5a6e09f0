/** Clearing the cache: what the server keeps in memory, what the browser keeps of us, and what this page holds of answers and tabs. */
import { useLocation } from 'react-router';
import { api } from '../../shared/api';
import { useAppDispatch } from '../../shared/createStore';
import { othersClosed } from '../../shared/tabs';

/** Session, language and layout are no cache; what is typed and not saved is not one either. */
export function useClearCache(): () => Promise<void> {
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const [ask] = api.useRequestMutation();
  return async () => {
    const body = { type: 'all' };
    const { error } = await ask({ url: '/admin/ajax/clearCache', method: 'POST', body, announce: true });
    if (error !== undefined) return;
    dispatch(othersClosed(pathname));
    dispatch(api.util.resetApiState());
  };
}
