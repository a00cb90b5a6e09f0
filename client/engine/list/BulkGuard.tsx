/** Asks before values typed for many rows are lost: they are kept nowhere, so also by a step back and by closing the window. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LeaveQuestion } from '../form/LeaveQuestion';

interface BulkGuardProps {
  readonly lost: number;
  /** The drawer is about to be closed. */
  readonly asking: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}
export function BulkGuard({ lost, asking, onStay, onLeave }: BulkGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname || from.search !== to.search,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  const leave = () => {
    blocker.proceed?.();
    onLeave();
  };
  return <LeaveQuestion open={asking || blocker.state === 'blocked'} lost={lost} onStay={stay} onLeave={leave} />;
}
