/** The words of the console's and the centre's later screens; they arrive with the first of these. */
import { laterWords } from '../../common/locales/later';
import { useMoreWords } from './useMoreWords';

export const useLaterWords = (): void => useMoreWords(laterWords);
