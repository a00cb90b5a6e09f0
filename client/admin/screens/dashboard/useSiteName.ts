/** Name of the site. */
import { useBootstrap } from '../../../shared/api/bootstrap';

export const useSiteName = (): string => useBootstrap().siteConfig.siteName;
