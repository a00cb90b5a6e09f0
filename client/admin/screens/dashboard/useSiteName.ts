/** What the site is called. */
import { useBootstrap } from '../../../shared/bootstrap';

export const useSiteName = (): string => useBootstrap().siteConfig.siteName;
