/** Copies text to the clipboard and shows whether the browser allowed it. */
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';

export function useCopyText(): (text: string) => Promise<boolean> {
  const { toasts } = useApp();
  const { t } = useTranslation();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show('success', t('conflict.copied'));
      return true;
    } catch {
      toasts.show('warning', t('conflict.copy_failed'));
      return false;
    }
  };
}
