/** Texts of the site in the language of the page. The components call `useSiteTexts`; the page's root provides the language. */
import { createContext, useContext } from 'react';
import { pages as pagesEn } from '../../common/locales/en/pages';
import { site as siteEn } from '../../common/locales/en/site';
import { publicForms as publicFormsEn } from '../../common/locales/en/publicForms';
import { pages as pagesZh } from '../../common/locales/zh-cn/pages';
import { publicForms as publicFormsZh } from '../../common/locales/zh-cn/publicForms';
import { site as siteZh } from '../../common/locales/zh-cn/site';
import type { SiteLang } from '../../common/site/sitePaths';
import { interpolate } from '../../common/text/interpolate';

const TEXTS = {
  en: { ...siteEn, page: pagesEn, received: publicFormsEn.received },
  'zh-cn': { ...siteZh, page: pagesZh, received: publicFormsZh.received },
} as const;
export type SiteTexts = (typeof TEXTS)[SiteLang];

export const textsFor = (lang: SiteLang): SiteTexts => TEXTS[lang];
export const LangContext = createContext<SiteLang>('zh-cn');
export const useSiteTexts = (): SiteTexts => textsFor(useContext(LangContext));

/** Fills the values of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  interpolate(text, values);
