/** The open module and whether its review is open: both in the address, so that a link leads there. */
import { useLocation, useNavigate } from 'react-router';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const PARAM = 'review';

interface ReviewParam {
  readonly isOpen: boolean;
  readonly openReview: (id: number) => void;
  readonly closeReview: () => void;
}
export function useReviewParam(): ReviewParam {
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const withReview = (isOpen: boolean) => {
    const params = new URLSearchParams(search);
    if (isOpen) params.set(PARAM, '1');
    else params.delete(PARAM);
    const text = params.toString();
    return text === '' ? '' : `?${text}`;
  };
  return {
    isOpen: new URLSearchParams(search).has(PARAM),
    openReview: (id) => void navigate(`${APP_PATHS.admin.home}/module/${id}${withReview(true)}`),
    closeReview: () => void navigate(`${pathname}${withReview(false)}`, { replace: true }),
  };
}
