/** Where a stored file is fetched from (specification, point 9): a path that is not absolute stands behind the content network, or the site itself. */
import { withoutEndSlashes } from './clean';

/** Full addresses, addresses of other hosts, and what is no file at all. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/\/|[#?]|$)/i;

/** The address of a path; `network` is empty where files come from the site. */
export const fullPath = (path: string, network: string): string =>
  ABSOLUTE.test(path) ? path : `${withoutEndSlashes(network)}${path.startsWith('/') ? '' : '/'}${path}`;
