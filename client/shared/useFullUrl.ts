/** Where a stored file is fetched from: at the site itself, or at its content network where the settings name one, from the moment they do. */
import { useCallback } from 'react';
import { useSelector } from 'react-redux';
import { fullPath } from '../../common/text/filePath';
import { asText } from './persist';
import type { SiteHolder } from './site';

/** Makes full addresses; what is one already stays as it is. */
export function useFullUrl(): (path: string) => string {
  const network = useSelector(({ site }: SiteHolder) => asText(site.config?.['cdnUrl']));
  return useCallback((path) => fullPath(path, network), [network]);
}
