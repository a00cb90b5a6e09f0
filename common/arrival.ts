/** How a visit began: noted by the first page of ours that knows, in the tab's own session storage, and told with a registration. */

/** What a link may say of itself by `?source=`. */
export const SAID_SOURCES = ['invitation', 'app', 'referral', 'search'] as const;
export const ARRIVAL_KEY = 'arrival';
const LONGEST = 300;

export interface Arrival {
  /** One of `SAID_SOURCES`, or empty. */
  readonly source: string;
  /** Scheme and host of the foreign page a link led here from, or empty; never its whole address. */
  readonly from: string;
}

/**
 * A script without imports that notes the arrival, for pages of any making. The first page that knows where somebody came
 * from is believed; one that was opened by hand knows nothing and leaves the place to the next.
 */
export const ARRIVAL_SCRIPT = `try{const said=new URLSearchParams(location.search).get('source')??'',
source=${JSON.stringify(SAID_SOURCES)}.includes(said)?said:'',
link=document.referrer===''?location:new URL(document.referrer),
from=link.host===location.host?'':link.protocol+'//'+link.host;
if(sessionStorage.getItem('${ARRIVAL_KEY}')===null&&(source!==''||from!==''))
sessionStorage.setItem('${ARRIVAL_KEY}',JSON.stringify({source,from}))}catch{}`;

/** Reads what was noted; anybody can edit it. */
export function arrivalIn(noted: string | null): Arrival | undefined {
  if (noted === null || noted.length > LONGEST) return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(noted);
  } catch {
    return undefined;
  }
  if (typeof raw !== 'object' || raw === null) return undefined;
  const source = 'source' in raw && SAID_SOURCES.find((known) => known === raw.source);
  const from = 'from' in raw && typeof raw.from === 'string' ? raw.from : '';
  return { source: source || '', from };
}
