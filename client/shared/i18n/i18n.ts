/** i18n: loads the translations of the language of the screen, which can change without a reload. A missing translation key is a compile error: see `i18next.d.ts` and `translated.ts`. */
import { createInstance, type i18n as I18n, type PostProcessorModule } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { entityLabels, type EntityLabels } from '../../../common/locales/entityLabels';
import { interpolate } from '../../../common/text/interpolate';
import { markEdges, applyCjkSpacing } from '../../../common/text/cjkSpacing';
import type { Lang } from '../../../common/lang';

/** The translations of one language: all sections of the locales, or those that the app uses. */
export type Translations = Readonly<Record<string, object>>;
/** The loaded translations by language. */
export type TranslationsByLanguage = Readonly<Partial<Record<Lang, Translations>>>;
/** Loads the translations of a language on demand. */
export type TranslationLoaders = Readonly<Record<Lang, () => Promise<Translations>>>;

/** The completely loaded languages; single sections may be added to every language. */
const loadedLanguages = new WeakMap<I18n, Set<string>>();

/** React escapes values; the escape function only marks their edges for the CJK spacing. */
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

/** Switches the language; loads its translations first if necessary. */
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

/** The labels of an entity, its fields, choices and actions in the language of the screen. */
export function useEntityLabels(entity: AnyEntity): EntityLabels {
  const lang = useLanguage();
  return useMemo(() => entityLabels(entity, lang), [entity, lang]);
}

/** Translates a validation error code (issue) into a sentence in the language of the screen. */
export const translateIssue = (i18n: I18n, { code, params, message }: Issue): string =>
  message?.[currentLanguage(i18n)] ??
  interpolate(String(i18n.getResource(currentLanguage(i18n), 'translation', `issues.${code}`) ?? code), params);
