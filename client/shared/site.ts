/** Whose site this is, and what windows show of its settings: from the page itself, then whenever the server says that it changed. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { asText } from './persist';

type Notice = Readonly<Record<string, unknown>>;
interface Site {
  readonly name: string;
  /** As the bootstrap's `siteConfig`; null until the server said something. */
  readonly config: Notice | null;
}

const UNNAMED = 'Atrium';
/** The server writes it into the page, so that nobody has to ask; a client without a page is told later. */
const nameInPage = (): string => {
  if (typeof document === 'undefined') return UNNAMED;
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? UNNAMED;
};

export const siteSlice = createSlice({
  name: 'site',
  initialState: (): Site => ({ name: nameInPage(), config: null }),
  reducers: {
    siteShown: (site, { payload }: PayloadAction<Notice>) => ({
      name: asText(payload['siteName']) || site.name,
      config: 'upload' in payload ? payload : site.config,
    }),
  },
});
export const { siteShown } = siteSlice.actions;
export interface SiteHolder {
  readonly site: Site;
}
/** The owner closed the member centre; unknown is open. */
export const isClosed = ({ site }: SiteHolder): boolean => site.config?.['openMemberCenter'] === false;
export const useSiteName = (): string => useSelector(({ site }: SiteHolder) => site.name);
