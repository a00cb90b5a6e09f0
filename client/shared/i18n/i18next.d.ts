/** Makes every translation key known to the compiler, so that a missing or untranslated key does not compile. */
import 'i18next';
import type { locales } from '../../../common/locales/index';
import type { lazyTranslations } from '../../../common/locales/lazyTranslations';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: (typeof locales)['en'] & (typeof lazyTranslations)['en'] };
  }
}
