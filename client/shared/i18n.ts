/** Words in the language of the screen; switching needs no reload. Keys are checked by the compiler. */
import { createInstance, type i18n as I18n, type PostProcessorModule } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import { entityWords, type EntityWords } from '../../common/locales/entityWords';
import { interpolate } from '../../common/text/interpolate';
import { edged, spaced } from '../../common/text/spacing';
import type { CallWords } from './app';
import type { Lang } from './settings';

/** The words an app says in one language: all sections of the locales, or those it uses. */
export type Words = Readonly<Record<string, object>>;
/** The languages at hand. */
export type Wordbook = Readonly<Partial<Record<Lang, Words>>>;
/** Fetches the words of a language: a browser reads only what it speaks. */
export type WordSource = Readonly<Record<Lang, () => Promise<Words>>>;

/** The languages whose words are here as a whole: single sections may come for every language at once. */
const spoken = new WeakMap<I18n, Set<string>>();

/** React writes values as text, so nothing has to be escaped; only their edges are marked. */
const FILLING = { escapeValue: true, escape: edged };
const spacing: PostProcessorModule = { type: 'postProcessor', name: 'spacing', process: spaced };

/** `fallback`: the language of a text that the chosen one lacks. */
export function createI18n(lang: Lang, words: Wordbook, fallback: Lang = lang): I18n {
  const instance = createInstance();
  spoken.set(instance, new Set(Object.keys(words)));
  void instance
    .use(initReactI18next)
    .use(spacing)
    .init({
      lng: lang,
      fallbackLng: fallback,
      lowerCaseLng: true,
      initAsync: false,
      interpolation: FILLING,
      postProcess: spacing.name,
      react: { useSuspense: false },
      resources: Object.fromEntries(Object.entries(words).map(([known, translation]) => [known, { translation }])),
    });
  return instance;
}

/** Turns the screen to a language, whose words arrive first if they are not here yet. */
export async function turnTo(instance: I18n, lang: Lang, source: WordSource | undefined): Promise<void> {
  const known = spoken.get(instance);
  if (source && known && !known.has(lang)) {
    instance.addResourceBundle(lang, 'translation', await source[lang](), true, false);
    known.add(lang);
  }
  await instance.changeLanguage(lang);
}

/** The language of the screen. */
export const langOf = (i18n: I18n): Lang => (i18n.language === 'zh-cn' ? 'zh-cn' : 'en');
export function useLang(): Lang {
  return langOf(useTranslation().i18n);
}

/** The names of an entity, its fields, choices and actions in the language of the screen. */
export function useWords(entity: AnyEntity): EntityWords {
  const lang = useLang();
  return useMemo(() => entityWords(entity, lang), [entity, lang]);
}

/** What is wrong with a value, in the language of the screen. */
export const sayIssue = (i18n: I18n, { code, params }: Issue): string =>
  interpolate(String(i18n.getResource(langOf(i18n), 'translation', `issues.${code}`) ?? code), params);

const HTTP_TEXT = {
  302: 'faults.client.redirected',
  400: 'faults.request.malformed',
  401: 'faults.access.denied',
  403: 'faults.access.denied',
  404: 'faults.route.missing',
  408: 'faults.request.timeout',
  409: 'faults.row.duplicate',
  500: 'faults.server.internal',
  501: 'faults.server.not_implemented',
  502: 'faults.server.gateway',
  503: 'faults.server.busy',
  504: 'faults.server.deadline',
  505: 'faults.server.http_version',
} as const;
type KnownStatus = keyof typeof HTTP_TEXT;
const isKnown = (status: number): status is KnownStatus => Object.hasOwn(HTTP_TEXT, status);

/** The catalogue of specification, point 8, as far as the client speaks it. */
export const callWords = (i18n: I18n): CallWords => ({
  knowsHttp: isKnown,
  http: (status, url) => {
    return isKnown(status) ? i18n.t(HTTP_TEXT[status], { url }) : i18n.t('faults.client.other');
  },
  failure: (kind) => {
    if (kind === 'timeout') return i18n.t('faults.client.timeout');
    return i18n.t(navigator.onLine ? 'faults.client.network' : 'faults.client.offline');
  },
  duplicate: (url) => i18n.t('faults.client.duplicate', { url }),
  request: (id) => i18n.t('shell.request', { id }),
  success: () => i18n.t('shell.done'),
});
