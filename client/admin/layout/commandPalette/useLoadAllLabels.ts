/** Loads the labels of all languages while the palette is open: its pages are found by their titles in each. */
import { useEffect, useState } from 'react';
import { LANGUAGES } from '../../../../common/lang';
import { adminTranslations } from '../../i18n/adminTranslations';

/** Renders the caller again when the labels are loaded. A language that cannot be loaded is left out. */
export function useLoadAllLabels(): void {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void Promise.allSettled(LANGUAGES.map((lang) => adminTranslations[lang]())).then(() => {
      if (isMounted) setIsLoaded(true);
    });
    return () => {
      isMounted = false;
    };
  }, []);
}
