/** Names the strength of a new password: weak, fair or good. */
import type { TFunction } from 'i18next';
import { passwordStrength } from '../../shared/auth/passwordStrength';

const STRENGTH_LABELS = ['weak', 'weak', 'fair', 'good', 'good'] as const;

export const formatStrength = (t: TFunction, password: string): string =>
  t('registration.strength_label', { word: t(`registration.strength.${STRENGTH_LABELS[passwordStrength(password)]}`) });
