/** The full address of a stored file: on the site, or on its CDN if the settings name one. */
import { useCallback } from 'react';
import { useSelector } from 'react-redux';
import { fileUrl } from '../../../common/text/fileUrl';
import { asString } from '../../../common/json';
import type { StateWithSite } from '../store/siteSettings';

/** Returns the function that completes a path; a full address stays unchanged. */
export function useFullUrl(): (path: string) => string {
  const cdnUrl = useSelector(({ site }: StateWithSite) => asString(site.config?.['cdnUrl']));
  return useCallback((path) => fileUrl(path, cdnUrl), [cdnUrl]);
}
