/** Addresses of stored files: a path that is not absolute is below the CDN or the site. */
import { trimTrailingSlashes } from './normalize';

/** Absolute addresses, which stay unchanged. */
const ABSOLUTE_URL = /^(?:[a-z][a-z\d+.-]*:|\/\/|[#?]|$)/i;

/** The address of a path; `cdnUrl` is empty if the site serves the files. */
export const fileUrl = (path: string, cdnUrl: string): string =>
  ABSOLUTE_URL.test(path) ? path : `${trimTrailingSlashes(cdnUrl)}${path.startsWith('/') ? '' : '/'}${path}`;
