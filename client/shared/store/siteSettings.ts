/** The settings of the site that screens show: read from the page, then updated by responses and live events. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { DEFAULT_CURRENCY } from '../../../common/text/formatMoney';
import { isTimeZone } from '../../../common/text/time/timeZone';
import { asRecord, asString } from '../../../common/json';

type SiteValues = Readonly<Record<string, unknown>>;
interface SiteState {
  readonly name: string;
  /** Address of the logo; empty: the product's own. */
  readonly logo: string;
  /** The bootstrap's `siteConfig`; null before the first response. */
  readonly config: SiteValues | null;
  /** ISO 4217 code of every amount of the site. */
  readonly currency: string;
  /** IANA name of the site's time zone; the browser's zone until the server sends the site's. Times of ledger entries are shown in it. */
  readonly timeZone: string;
}

const DEFAULT_SITE_NAME = 'Atrium';
/** The server writes name and logo into the page. */
const readFromPage = (name: string): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** IANA name of the browser's time zone: the default until the server sends the site's zone; see `SiteState.timeZone`. */
export const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const parseTimeZone = (value: unknown): string | undefined =>
  isTimeZone(asString(value)) ? asString(value) : undefined;

export const siteSlice = createSlice({
  name: 'site',
  initialState: (): SiteState => ({
    name: readFromPage('application-name') ?? DEFAULT_SITE_NAME,
    logo: readFromPage('application-logo') ?? '',
    config: null,
    currency: DEFAULT_CURRENCY,
    timeZone: BROWSER_TIME_ZONE,
  }),
  reducers: {
    siteUpdated: (site, { payload }: PayloadAction<SiteValues>) => ({
      name: asString(payload['siteName']) || site.name,
      logo: 'siteLogo' in payload ? asString(payload['siteLogo']) : site.logo,
      config: 'upload' in payload ? payload : site.config,
      currency: asString(payload['currency']) || site.currency,
      timeZone: parseTimeZone(payload['timeZone']) ?? site.timeZone,
    }),
  },
});
export const { siteUpdated } = siteSlice.actions;

/** Currency and time zone of a site; empty if the server sent none. */
export interface SiteLocale {
  readonly currency: string;
  readonly timeZone: string;
}
/** Parses them from the `siteConfig` of a bootstrap response. */
export function parseSiteLocale(value: unknown): SiteLocale {
  const raw = asRecord(value);
  return { currency: asString(raw?.['currency']), timeZone: asString(raw?.['timeZone']) };
}
export interface StateWithSite {
  readonly site: SiteState;
}
/** Whether the owner closed the member center; open until the setting is known. */
export const isMemberCenterClosed = ({ site }: StateWithSite): boolean => site.config?.['openMemberCenter'] === false;
export const useSiteName = (): string => useSelector(({ site }: StateWithSite) => site.name);
export const useSiteLogo = (): string => useSelector(({ site }: StateWithSite) => site.logo);
export const selectCurrency = ({ site }: StateWithSite): string => site.currency;
export const selectTimeZone = ({ site }: StateWithSite): string => site.timeZone;
