/** Other people on this screen, in the top bar. */
import { Suspense } from 'react';
import { useAppSelector } from '../../shared/app/createStore';
import { selectPresentPeople } from '../../shared/presence/presenceSlice';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { useEngine } from '../engineContext';

/** Loaded with the first colleague. */
const PeopleStack = lazyWithRetry(async () => (await import('./PeopleStack')).PeopleStack, 'none');

export function ScreenPresence() {
  const { entityName, onScreen } = useAppSelector(selectPresentPeople);
  const { registry } = useEngine();
  const entity = entityName === null ? undefined : registry.get(entityName);
  if (entity === undefined || onScreen.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PeopleStack people={onScreen} entity={entity} />
    </Suspense>
  );
}
