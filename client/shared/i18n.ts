/** Words in the language of the screen; switching needs no reload. Keys are checked by the compiler. */
import { createInstance, type i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import { entityWords, type EntityWords } from '../../common/locales/entityWords';
import type { CallWords } from './app';
import type { Lang } from './settings';

export const FALLBACK_LANG: Lang = 'zh-cn';

/** The words an app says, by language: all sections of the locales, or those it uses. */
export type Wordbook = Readonly<Record<Lang, Readonly<Record<string, object>>>>;

export function createI18n(lang: Lang, words: Wordbook): I18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: FALLBACK_LANG,
    lowerCaseLng: true,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: { en: { translation: words.en }, 'zh-cn': { translation: words['zh-cn'] } },
  });
  return instance;
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

const HTTP_TEXT = {
  302: 'faults.client.redirected',
  400: 'faults.request.malformed',
  401: 'faults.access.denied',
  403: 'faults.access.denied',
  404: 'faults.route.missing',
  408: 'faults.request.timeout',
  409: 'faults.row.duplicate',
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
    if (status === 500) return i18n.t('faults.server.internal', { request: '-' });
    return isKnown(status) ? i18n.t(HTTP_TEXT[status], { url }) : i18n.t('faults.client.other');
  },
  failure: (kind) => {
    if (kind === 'timeout') return i18n.t('faults.client.timeout');
    return i18n.t(navigator.onLine ? 'faults.client.network' : 'faults.client.offline');
  },
  duplicate: (url) => i18n.t('faults.client.duplicate', { url }),
  success: () => i18n.t('shell.done'),
});
