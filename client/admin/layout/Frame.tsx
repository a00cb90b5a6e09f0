/** What stands around every screen of the console, signed in or not: the progress bar. */
import { Outlet, useLocation, useNavigation } from 'react-router';
import { ProgressBar } from '../../ui/ProgressBar';

export function Frame() {
  const { state } = useNavigation();
  const { key } = useLocation();
  return (
    <>
      <ProgressBar busy={state !== 'idle'} run={key} />
      <Outlet />
    </>
  );
}
