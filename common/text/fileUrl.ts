/** Where a stored file is fetched from (specification, point 9): a path that is not absolute stands behind the content network, or the site itself. */
import { trimTrailingSlashes } from './normalize';

/** Full addresses, addresses of other hosts, and what is no file at all. */
const ABSOLUTE_URL = /^(?:[a-z][a-z\d+.-]*:|\/\/|[#?]|$)/i;

/** The address of a path; `cdnUrl` is empty where files come from the site. */
export const fileUrl = (path: string, cdnUrl: string): string =>
  ABSOLUTE_URL.test(path) ? path : `${trimTrailingSlashes(cdnUrl)}${path.startsWith('/') ? '' : '/'}${path}`;
