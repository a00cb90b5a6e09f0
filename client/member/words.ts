/** The words the member centre says, a language at a time. */
import type { WordSource } from '../shared/i18n';

export const memberWords: WordSource = {
  en: async () => (await import('./words.en')).en,
  'zh-cn': async () => (await import('./words.zhCn')).zhCn,
};
