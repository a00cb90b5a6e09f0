/** Clears the server's cache, the cached API responses of this page and all other tabs. */
import { useLocation } from 'react-router';
import { api } from '../../../shared/api/api';
import { useAppDispatch } from '../../../shared/app/createStore';
import { otherTabsClosed } from '../../../shared/store/tabs';

/** Keeps session, language, layout and unsaved text, which are not cache. */
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
