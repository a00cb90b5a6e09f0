/** Where a stored file is fetched from: at the site itself, or at its content network where the settings name one, from the moment they do. */
import { useCallback } from 'react';
import { useSelector } from 'react-redux';
import { fileUrl } from '../../../common/text/fileUrl';
import { asString } from '../../../common/json';
import type { StateWithSite } from '../store/siteSettings';

/** Makes full addresses; what is one already stays as it is. */
export function useFullUrl(): (path: string) => string {
  const cdnUrl = useSelector(({ site }: StateWithSite) => asString(site.config?.['cdnUrl']));
  return useCallback((path) => fileUrl(path, cdnUrl), [cdnUrl]);
}
