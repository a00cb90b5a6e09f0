/** Turns the browser's full screen on and off; says so where it is not supported (specification, point 8). */
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app/appContext';

export function useFullScreen(): () => void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const showUnsupported = () => toasts.show('warning', t('faults.client.fullscreen'));
  return () => {
    // A browser without it lacks the flag and the methods alike.
    const element: Partial<Pick<Document, 'fullscreenEnabled'>> = document;
    if (element.fullscreenEnabled !== true) {
      showUnsupported();
      return;
    }
    const onSettled = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    onSettled.catch(showUnsupported);
  };
}
