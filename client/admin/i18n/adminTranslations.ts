/** The translations of the console by language. */
import type { TranslationLoaders } from '../../shared/i18n/i18n';

export const adminTranslations: TranslationLoaders = {
  en: async () => (await import('../../../common/locales/en')).en,
  'zh-cn': async () => (await import('../../../common/locales/zhCn')).zhCn,
};
