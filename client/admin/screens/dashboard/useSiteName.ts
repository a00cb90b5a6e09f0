/** What the site is called. */
import { useBootstrap } from '../../../shared/api/bootstrap';

export const useSiteName = (): string => useBootstrap().siteConfig.siteName;
