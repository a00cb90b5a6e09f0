/** Words on the server and in tests: sentences by key in one language. */
import { isObject } from '../json';
import type { Issue } from '../entity/issue';
import { locales, type Lang, type TranslationKey } from './index';
import type { Fault } from '../protocol/faults';
import { formatDuration } from '../text/time/formatDuration';
import { interpolate } from '../text/interpolate';

type Params = Readonly<Record<string, string | number>>;

/** The sentence behind a dotted key, or undefined: for keys that are data, like `menu.<group>`. */
export function findTranslation(lang: Lang, key: string): string | undefined {
  let node: unknown = locales[lang];
  for (const part of key.split('.')) node = isObject(node) && Object.hasOwn(node, part) ? node[part] : undefined;
  return typeof node === 'string' ? node : undefined;
}

let fallbackLang: Lang | undefined;
/** Sets the language `translate` takes a sentence from that the asked language lacks. It holds for the process. */
export const setFallbackLocale = (lang: Lang): void => {
  fallbackLang = lang;
};

/** A sentence in a language with its values filled in; in the fallback language when that language lacks it, else its key. */
export const translate = (lang: Lang, key: TranslationKey, params: Params = {}): string =>
  interpolate(findTranslation(lang, key) ?? (fallbackLang && findTranslation(fallbackLang, key)) ?? key, params);

/** Writes `seconds` of a wait in hours, minutes or seconds. */
const formatParams = (lang: Lang, params: Params = {}): Params =>
  typeof params['seconds'] === 'number' ? { ...params, seconds: formatDuration(params['seconds'], lang) } : params;

export const translateFault = (lang: Lang, fault: Fault): string =>
  translate(lang, `faults.${fault.code}`, formatParams(lang, fault.params));
export const translateIssue = (lang: Lang, issue: Issue): string =>
  translate(lang, `issues.${issue.code}`, issue.params);
