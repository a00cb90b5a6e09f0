/** The acquisition source of a visit: the first page with a known source stores it in the session storage of the tab; a registration sends it. */

/** Allowed values of `?source=` in a link. */
export const ACQUISITION_SOURCES = ['invitation', 'app', 'referral', 'search'] as const;
export const ACQUISITION_KEY = 'arrival';
const MAX_LENGTH = 300;

export interface Acquisition {
  /** One of `ACQUISITION_SOURCES`, or empty. */
  readonly source: string;
  /** Scheme and host of the foreign page that linked here, or empty; never its full address. */
  readonly from: string;
}

/**
 * A script without imports that stores the arrival; it works in every page. The first page that knows where a visitor came
 * from wins; a page without a referrer stores nothing, and neither does a browser that opted out (Global Privacy Control, Do Not Track).
 */
export const ACQUISITION_SCRIPT = `try{const said=new URLSearchParams(location.search).get('source')??'',
source=${JSON.stringify(ACQUISITION_SOURCES)}.includes(said)?said:'',
link=document.referrer===''?location:new URL(document.referrer),
from=link.host===location.host?'':link.protocol+'//'+link.host,
optedOut=navigator.globalPrivacyControl===true||navigator.doNotTrack==='1';
if(!optedOut&&sessionStorage.getItem('${ACQUISITION_KEY}')===null&&(source!==''||from!==''))
sessionStorage.setItem('${ACQUISITION_KEY}',JSON.stringify({source,from}))}catch{}`;

/** Reads the stored arrival. It is untrusted: anybody can edit it. */
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
