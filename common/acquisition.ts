/** How a visit began: noted by the first page of ours that knows, in the tab's own session storage, and told with a registration. */

/** What a link may say of itself by `?source=`. */
export const ACQUISITION_SOURCES = ['invitation', 'app', 'referral', 'search'] as const;
export const ACQUISITION_KEY = 'arrival';
const MAX_LENGTH = 300;

export interface Acquisition {
  /** One of `ACQUISITION_SOURCES`, or empty. */
  readonly source: string;
  /** Scheme and host of the foreign page a link led here from, or empty; never its whole address. */
  readonly from: string;
}

/**
 * A script without imports that notes the arrival, for pages of any making. The first page that knows where somebody came
 * from is believed; one that was opened by hand knows nothing and leaves the place to the next.
 */
export const ACQUISITION_SCRIPT = `try{const said=new URLSearchParams(location.search).get('source')??'',
source=${JSON.stringify(ACQUISITION_SOURCES)}.includes(said)?said:'',
link=document.referrer===''?location:new URL(document.referrer),
from=link.host===location.host?'':link.protocol+'//'+link.host;
if(sessionStorage.getItem('${ACQUISITION_KEY}')===null&&(source!==''||from!==''))
sessionStorage.setItem('${ACQUISITION_KEY}',JSON.stringify({source,from}))}catch{}`;

/** Reads what was noted; anybody can edit it. */
export function parseAcquisition(stored: string | null): Acquisition | undefined {
  if (stored === null || stored.length > MAX_LENGTH) return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (typeof raw !== 'object' || raw === null) return undefined;
  const source = 'source' in raw && ACQUISITION_SOURCES.find((known) => known === raw.source);
  const from = 'from' in raw && typeof raw.from === 'string' ? raw.from : '';
  return { source: source || '', from };
}
