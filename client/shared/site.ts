/** Whose site this is, and what windows show of its settings: from the page itself, then whenever the server says that it changed. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { DEFAULT_CURRENCY } from '../../common/text/moneyText';
import { isZone } from '../../common/text/zone';
import { asRecord, asText } from './persist';

type Notice = Readonly<Record<string, unknown>>;
interface Site {
  readonly name: string;
  /** As the bootstrap's `siteConfig`; null until the server said something. */
  readonly config: Notice | null;
  /** ISO 4217 code of every amount of the site. */
  readonly currency: string;
  /** IANA name of the zone that says where a day of the site begins; the browser's own until the server answers. */
  readonly timeZone: string;
}

const UNNAMED = 'Atrium';
/** The server writes it into the page, so that nobody has to ask; a client without a page is told later. */
const nameInPage = (): string => {
  if (typeof document === 'undefined') return UNNAMED;
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? UNNAMED;
};

/** IANA name of the browser's own zone, in which instants are shown. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneIn = (value: unknown): string | undefined => (isZone(asText(value)) ? asText(value) : undefined);

export const siteSlice = createSlice({
  name: 'site',
  initialState: (): Site => ({ name: nameInPage(), config: null, currency: DEFAULT_CURRENCY, timeZone: OWN_ZONE }),
  reducers: {
    siteShown: (site, { payload }: PayloadAction<Notice>) => ({
      name: asText(payload['siteName']) || site.name,
      config: 'upload' in payload ? payload : site.config,
      currency: asText(payload['currency']) || site.currency,
      timeZone: zoneIn(payload['timeZone']) ?? site.timeZone,
    }),
  },
});
export const { siteShown } = siteSlice.actions;

/** The units of a site as a server names them; empty texts where it names none. */
export interface SiteUnits {
  readonly currency: string;
  readonly timeZone: string;
}
/** Reads the units from the `siteConfig` of a bootstrap answer. */
export function siteUnitsOf(value: unknown): SiteUnits {
  const raw = asRecord(value);
  return { currency: asText(raw?.['currency']), timeZone: asText(raw?.['timeZone']) };
}
export interface SiteHolder {
  readonly site: Site;
}
/** The owner closed the member centre; unknown is open. */
export const isClosed = ({ site }: SiteHolder): boolean => site.config?.['openMemberCenter'] === false;
export const useSiteName = (): string => useSelector(({ site }: SiteHolder) => site.name);
export const selectCurrency = ({ site }: SiteHolder): string => site.currency;
export const selectTimeZone = ({ site }: SiteHolder): string => site.timeZone;
