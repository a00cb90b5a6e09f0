/** Clearing the cache: what the server keeps in memory, what the browser keeps of us, and what this page holds of answers and tabs. */
import { useLocation } from 'react-router';
import { api } from '../../../shared/api/api';
import { useAppDispatch } from '../../../shared/app/createStore';
import { otherTabsClosed } from '../../../shared/store/tabs';

/** Session, language and layout are no cache; what is typed and not saved is not one either. */
export function useClearCache(): () => Promise<void> {
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const [sendRequest] = api.useRequestMutation();
  return async () => {
    const body = { type: 'all' };
    const { error } = await sendRequest({ url: '/admin/ajax/clearCache', method: 'POST', body, announce: true });
    if (error !== undefined) return;
    dispatch(otherTabsClosed(pathname));
    dispatch(api.util.resetApiState());
  };
}
