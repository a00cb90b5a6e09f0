/** Whether the device is used by touch: no key hints, gestures instead of hover. */
import useMediaQuery from '@mui/material/useMediaQuery';

export const TOUCH_QUERY = '(hover: none) and (pointer: coarse)';
export const useIsTouch = (): boolean => useMediaQuery(TOUCH_QUERY, { noSsr: true });
