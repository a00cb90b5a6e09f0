/** Turns the browser's full screen on and off; says so where it is not supported (specification, point 8). */
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';

export function useFullScreen(): () => void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const refuse = () => toasts.show('warning', t('faults.client.fullscreen'));
  return () => {
    // A browser without it lacks the flag and the methods alike.
    const page: Partial<Pick<Document, 'fullscreenEnabled'>> = document;
    if (page.fullscreenEnabled !== true) {
      refuse();
      return;
    }
    const turned = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    turned.catch(refuse);
  };
}
