/** Adds the translations of the lazily loaded screens of both apps. */
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { useAddTranslations } from './useAddTranslations';

export const useLazyTranslations = (): void => useAddTranslations(lazyTranslations);
