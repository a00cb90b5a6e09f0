/** Words in the language of the screen; switching needs no reload. Keys are checked by the compiler. */
import { createInstance, type i18n as I18n, type PostProcessorModule } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { entityLabels, type EntityLabels } from '../../../common/locales/entityLabels';
import { interpolate } from '../../../common/text/interpolate';
import { markEdges, applyCjkSpacing } from '../../../common/text/cjkSpacing';
import type { RequestMessages } from '../app/appContext';
import type { Lang } from '../store/settings';

/** The words an app says in one language: all sections of the locales, or those it uses. */
export type Translations = Readonly<Record<string, object>>;
/** The languages at hand. */
export type TranslationsByLanguage = Readonly<Partial<Record<Lang, Translations>>>;
/** Fetches the words of a language: a browser reads only what it speaks. */
export type TranslationLoaders = Readonly<Record<Lang, () => Promise<Translations>>>;

/** The languages whose words are here as a whole: single sections may come for every language at once. */
const loadedLanguages = new WeakMap<I18n, Set<string>>();

/** React writes values as text, so nothing has to be escaped; only their edges are marked. */
const INTERPOLATION = { escapeValue: true, escape: markEdges };
const spacingProcessor: PostProcessorModule = { type: 'postProcessor', name: 'spacing', process: applyCjkSpacing };

/** `fallback`: the language of a text that the chosen one lacks. */
export function createI18n(lang: Lang, translations: TranslationsByLanguage, fallback: Lang = lang): I18n {
  const instance = createInstance();
  loadedLanguages.set(instance, new Set(Object.keys(translations)));
  void instance
    .use(initReactI18next)
    .use(spacingProcessor)
    .init({
      lng: lang,
      fallbackLng: fallback,
      lowerCaseLng: true,
      initAsync: false,
      interpolation: INTERPOLATION,
      postProcess: spacingProcessor.name,
      react: { useSuspense: false },
      resources: Object.fromEntries(
        Object.entries(translations).map(([loaded, translation]) => [loaded, { translation }]),
      ),
    });
  return instance;
}

/** Turns the screen to a language, whose words arrive first if they are not here yet. */
export async function changeLanguage(
  instance: I18n,
  lang: Lang,
  loaders: TranslationLoaders | undefined,
): Promise<void> {
  const loaded = loadedLanguages.get(instance);
  if (loaders && loaded && !loaded.has(lang)) {
    instance.addResourceBundle(lang, 'translation', await loaders[lang](), true, false);
    loaded.add(lang);
  }
  await instance.changeLanguage(lang);
}

/** The language of the screen. */
export const currentLanguage = (i18n: I18n): Lang => (i18n.language === 'zh-cn' ? 'zh-cn' : 'en');
export function useLanguage(): Lang {
  return currentLanguage(useTranslation().i18n);
}

/** The names of an entity, its fields, choices and actions in the language of the screen. */
export function useEntityLabels(entity: AnyEntity): EntityLabels {
  const lang = useLanguage();
  return useMemo(() => entityLabels(entity, lang), [entity, lang]);
}

/** What is wrong with a value, in the language of the screen. */
export const formatIssue = (i18n: I18n, { code, params }: Issue): string =>
  interpolate(String(i18n.getResource(currentLanguage(i18n), 'translation', `issues.${code}`) ?? code), params);

const HTTP_MESSAGE_KEYS = {
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
type KnownStatus = keyof typeof HTTP_MESSAGE_KEYS;
const hasHttpMessage = (status: number): status is KnownStatus => Object.hasOwn(HTTP_MESSAGE_KEYS, status);

/** The catalogue of specification, point 8, as far as the client speaks it. */
export const createRequestMessages = (i18n: I18n): RequestMessages => ({
  hasHttpMessage,
  http: (status, url) => {
    return hasHttpMessage(status) ? i18n.t(HTTP_MESSAGE_KEYS[status], { url }) : i18n.t('faults.client.other');
  },
  failure: (kind) => {
    if (kind === 'timeout') return i18n.t('faults.client.timeout');
    return i18n.t(navigator.onLine ? 'faults.client.network' : 'faults.client.offline');
  },
  duplicate: (url) => i18n.t('faults.client.duplicate', { url }),
  request: (id) => i18n.t('shell.request', { id }),
  success: () => i18n.t('shell.done'),
});
