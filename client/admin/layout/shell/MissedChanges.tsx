/** Loads the list of missed changes when it is opened. */
import { Suspense } from 'react';
import { missedListToggled, type StateWithConnection } from '../../../shared/store/connectionSlice';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const MissedChangesDialog = lazyWithRetry(async () => (await import('./MissedChangesDialog')).MissedChangesDialog);
const selectIsMissedListOpen = ({ connection }: StateWithConnection) => connection.isMissedListOpen;

export function MissedChanges() {
  const isOpen = useAppSelector(selectIsMissedListOpen);
  const dispatch = useAppDispatch();
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <MissedChangesDialog onClose={() => dispatch(missedListToggled(false))} />
    </Suspense>
  );
}
