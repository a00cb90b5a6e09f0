/** Translation on the server and in tests: texts by key in one language. */
import { isObject } from '../json';
import type { Issue } from '../entity/issue';
import { locales, type TranslationKey } from './index';
import type { Lang } from '../lang';
import type { Fault, FaultParams } from '../protocol/faults';
import { formatDuration } from '../text/time/formatDuration';
import { interpolate } from '../text/interpolate';

type Params = Readonly<Record<string, string | number>>;

/** The text of a dotted key, or undefined; for keys that are data, like `menu.<group>`. */
export function findTranslation(lang: Lang, key: string): string | undefined {
  let node: unknown = locales[lang];
  for (const part of key.split('.')) node = isObject(node) && Object.hasOwn(node, part) ? node[part] : undefined;
  return typeof node === 'string' ? node : undefined;
}

let fallbackLang: Lang | undefined;
/** Sets the language from which `translate` takes texts that another language lacks. Applies to the whole process. */
export const setFallbackLocale = (lang: Lang): void => {
  fallbackLang = lang;
};

/** Translates a key and fills in its values. Falls back to the fallback language, then to the key. */
export const translate = (lang: Lang, key: TranslationKey, params: Params = {}): string =>
  interpolate(findTranslation(lang, key) ?? (fallbackLang && findTranslation(fallbackLang, key)) ?? key, params);

/** Takes the language of each text, and writes `seconds` of a wait in hours, minutes or seconds. */
const formatParams = (lang: Lang, params: FaultParams): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'seconds' && typeof value === 'number') return [name, formatDuration(value, lang)];
      return [name, typeof value === 'object' ? value[lang] : value];
    }),
  );

export const translateFault = (lang: Lang, fault: Fault): string =>
  translate(lang, `faults.${fault.code}`, formatParams(lang, fault.params));
/** Translates a validation error code (issue) into a sentence. */
export const translateIssue = (lang: Lang, issue: Issue): string =>
  issue.message?.[lang] ?? translate(lang, `issues.${issue.code}`, issue.params);
