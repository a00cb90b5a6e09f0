/** The language of texts that staff entered, where it differs from that of the page: for screen readers, hyphenation and search engines. */
import { useContext } from 'react';
import { stripTags } from '../../common/text/stripTags';
import { truncate } from '../../common/text/normalize';
import { LangContext } from './siteTexts';
import type { SiteLang } from '../../common/site/sitePaths';

export interface LangAttribute {
  readonly lang?: 'en' | 'zh-CN';
}

/** Characters from which the language follows. */
const SAMPLE = 2_000;
/** Names and products of few words are written alike in both languages. */
const MIN_ENGLISH_WORDS = 3;
const CHINESE = /\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}{2,}/gu;

/** The `lang` of a text that is not in the language of the page; empty for every other text. */
export function langAttribute(text: string, pageLang: SiteLang): LangAttribute {
  const sample = truncate(text, SAMPLE);
  const characters = sample.match(CHINESE)?.length ?? 0;
  const words = sample.match(LATIN_WORD)?.length ?? 0;
  if (pageLang === 'en') return characters > 2 * words ? { lang: 'zh-CN' } : {};
  return characters === 0 && words >= MIN_ENGLISH_WORDS ? { lang: 'en' } : {};
}

/** Returns `langAttribute` for the language of the page. */
export function useTextLang(): (text: string) => LangAttribute {
  const pageLang = useContext(LangContext);
  return (text) => langAttribute(text, pageLang);
}

/** The same for formatted texts. */
export function useHtmlLang(): (html: string) => LangAttribute {
  const pageLang = useContext(LangContext);
  return (html) => langAttribute(stripTags(truncate(html, SAMPLE)), pageLang);
}
