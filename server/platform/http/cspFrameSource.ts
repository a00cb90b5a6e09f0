/** The source of a frame in a content security policy: pages over https, and pages of this site by their path. */

/** Characters that a host may have in a policy: others, which are allowed in URLs, would start another directive. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;

/** The CSP source of an address; undefined for one that is never embedded. */
export function cspFrameSource(address: string): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return "'self'";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // a blob has the origin of the page that created it
  return url?.protocol === 'https:' && ORIGIN.test(url.origin) ? url.origin : undefined;
}
