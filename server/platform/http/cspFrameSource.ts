/** What may stand in a frame of a page at all: pages over https, and pages from here by their path. */

/** Letters a host may have in a policy: others, allowed in addresses, would begin another rule of it. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;

/** The source a policy names for an address; nothing for one that is never embedded. */
export function cspFrameSource(address: string): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return "'self'";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A blob has the origin of whoever made it.
  return url?.protocol === 'https:' && ORIGIN.test(url.origin) ? url.origin : undefined;
}
