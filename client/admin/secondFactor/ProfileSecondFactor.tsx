/** The second factor within the profile. */
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { SecondFactorSettings } from './SecondFactorSettings';
import { useSecondFactor } from './useSecondFactor';

export function ProfileSecondFactor() {
  useLazyTranslations();
  return <SecondFactorSettings factor={useSecondFactor()} />;
}
