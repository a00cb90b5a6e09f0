/** Layout of the error screens: inside the shell for a signed-in admin, alone for everyone else. */
import { Outlet } from 'react-router';
import { selectSession } from '../../../shared/store/session';
import { useAppSelector } from '../../../shared/app/createStore';
import { AuthenticatedShell } from './AuthenticatedShell';

export function OptionalShell() {
  const isSignedIn = useAppSelector(selectSession('admin')) !== null;
  if (isSignedIn) return <AuthenticatedShell />;
  return (
    <main style={{ display: 'flex', minHeight: '100dvh' }}>
      <Outlet />
    </main>
  );
}
