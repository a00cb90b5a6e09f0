/** Says in one of three words how hard a new password would be to guess. */
import type { TFunction } from 'i18next';
import { strengthOf } from '../../shared/passwordStrength';

const WORDS = ['weak', 'weak', 'fair', 'good', 'good'] as const;

export const sayStrength = (t: TFunction, password: string): string =>
  t('joining.strength_label', { word: t(`joining.strength.${WORDS[strengthOf(password)]}`) });
