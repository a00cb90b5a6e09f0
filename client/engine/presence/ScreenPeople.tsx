/** Who else is on this screen, in the bar on top. */
import { useAppSelector } from '../../shared/createStore';
import { selectHere } from '../../shared/presence/slice';
import { useEngine } from '../engineContext';
import { PeopleStack } from './PeopleStack';

export function ScreenPeople() {
  const { e, screen } = useAppSelector(selectHere);
  const { registry } = useEngine();
  const entity = e === null ? undefined : registry.get(e);
  return entity === undefined ? null : <PeopleStack people={screen} entity={entity} />;
}
