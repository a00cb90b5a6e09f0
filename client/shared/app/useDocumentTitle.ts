/** Sets the title of the browser tab: the name of the screen, then the name of the site. */
import { useEffect } from 'react';

export function useDocumentTitle(title: string, siteName: string): void {
  useEffect(() => {
    document.title = title === '' ? siteName : `${title} - ${siteName}`;
  }, [title, siteName]);
}
