/** Shows what happened while the connection was away, once it is asked for. */
import { Suspense } from 'react';
import { awayShown, type ConnectionHolder } from '../../shared/connection';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { lazyPart } from '../../ui/lazyPart';

const AwayChanges = lazyPart(async () => (await import('./AwayChanges')).AwayChanges);
const selectShown = ({ connection }: ConnectionHolder) => connection.shown;

export function Away() {
  const shown = useAppSelector(selectShown);
  const dispatch = useAppDispatch();
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <AwayChanges onClose={() => dispatch(awayShown(false))} />
    </Suspense>
  );
}
