/** Makes the compiler know every key of the words. */
import 'i18next';
import type { locales } from '../../common/locales/index';
import type { laterWords } from '../../common/locales/later';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: (typeof locales)['en'] & (typeof laterWords)['en'] };
  }
}
