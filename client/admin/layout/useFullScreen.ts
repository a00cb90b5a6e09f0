/** Toggles the browser's full screen; shows a message where the browser does not support it. */
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';

export function useFullScreen(): () => void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const showUnsupported = () => toasts.show('warning', t('faults.client.fullscreen'));
  return () => {
    // Unsupported browsers lack both the flag and the methods.
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
