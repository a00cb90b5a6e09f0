/** The words of the console's and the centre's later screens; they arrive with the first of these. */
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { useAddTranslations } from './useAddTranslations';

export const useLazyTranslations = (): void => useAddTranslations(lazyTranslations);
