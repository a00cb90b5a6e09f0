/** The words the console says, a language at a time. */
import type { WordSource } from '../shared/i18n';

export const consoleWords: WordSource = {
  en: async () => (await import('../../common/locales/en')).en,
  'zh-cn': async () => (await import('../../common/locales/zhCn')).zhCn,
};
