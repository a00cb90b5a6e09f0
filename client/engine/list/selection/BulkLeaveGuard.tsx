/** Asks before bulk values are lost, also on navigation and when the window closes; no draft stores them. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LeaveDialog } from '../../form/unsaved/LeaveDialog';

interface BulkLeaveGuardProps {
  readonly lostCount: number;
  /** The drawer is about to close. */
  readonly isAsking: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}
export function BulkLeaveGuard({ lostCount, isAsking, onStay, onLeave }: BulkLeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname || from.search !== to.search,
  );
  useEffect(() => {
    const shouldBlock = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', shouldBlock);
    return () => window.removeEventListener('beforeunload', shouldBlock);
  }, []);
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  const confirmLeave = () => {
    blocker.proceed?.();
    onLeave();
  };
  return (
    <LeaveDialog
      isOpen={isAsking || blocker.state === 'blocked'}
      lostCount={lostCount}
      onStay={stay}
      onLeave={confirmLeave}
    />
  );
}
