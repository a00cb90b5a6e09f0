/** The title of the browser's tab: what is shown, then whose site it is (specification, point 2). */
import { useEffect } from 'react';

export function useDocumentTitle(title: string, siteName: string): void {
  useEffect(() => {
    document.title = title === '' ? siteName : `${title} - ${siteName}`;
  }, [title, siteName]);
}
