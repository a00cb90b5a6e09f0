/** Who else is on this screen, in the bar on top. */
import { Suspense } from 'react';
import { useAppSelector } from '../../shared/createStore';
import { selectHere } from '../../shared/presence/slice';
import { lazyPart } from '../../ui/lazyPart';
import { useEngine } from '../engineContext';

/** It arrives with the first colleague. */
const PeopleStack = lazyPart(async () => (await import('./PeopleStack')).PeopleStack, 'none');

export function ScreenPeople() {
  const { e, screen } = useAppSelector(selectHere);
  const { registry } = useEngine();
  const entity = e === null ? undefined : registry.get(e);
  if (entity === undefined || screen.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PeopleStack people={screen} entity={entity} />
    </Suspense>
  );
}
