/** Name of the site. */
import { useBootstrap } from '../../../shared/api/bootstrap';

export const useBootstrapSiteName = (): string => useBootstrap().siteConfig.siteName;
