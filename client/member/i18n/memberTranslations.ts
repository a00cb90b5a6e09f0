/** The translations of the member center by language. */
import type { TranslationLoaders } from '../../shared/i18n/i18n';

export const memberTranslations: TranslationLoaders = {
  en: async () => (await import('./en')).en,
  'zh-cn': async () => (await import('./zhCn')).zhCn,
};
