/** Root element of all routes: the progress bar. */
import { Outlet, useLocation, useNavigation } from 'react-router';
import { ProgressBar } from '../../../ui/ProgressBar';

export function RootLayout() {
  const { state } = useNavigation();
  const { key } = useLocation();
  return (
    <>
      <ProgressBar isBusy={state !== 'idle'} navigationKey={key} />
      <Outlet />
    </>
  );
}
