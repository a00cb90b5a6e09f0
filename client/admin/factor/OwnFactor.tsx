/** The second factor within the profile. */
import { useLaterWords } from '../../shared/useLaterWords';
import { SecondFactor } from './SecondFactor';
import { useFactor } from './useFactor';

export function OwnFactor() {
  useLaterWords();
  return <SecondFactor factor={useFactor()} />;
}
