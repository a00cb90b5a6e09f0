/** Second factor section of the profile. */
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { SecondFactorSettings } from './SecondFactorSettings';
import { useSecondFactor } from '../../shared/secondFactor/useSecondFactor';

export function ProfileSecondFactor() {
  useLazyTranslations();
  return <SecondFactorSettings secondFactor={useSecondFactor()} />;
}
