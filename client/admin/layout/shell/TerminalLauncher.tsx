/** Terminal button in the header for readers with the permission; its code is loaded lazily. */
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const TerminalButton = lazyWithRetry(
  async () => (await import('../../terminal/TerminalButton')).TerminalButton,
  'small',
);

export function TerminalLauncher() {
  const { permissions } = useBootstrap();
  if (!isPermissionGranted(permissions, 'terminal/index')) return null;
  return (
    <Suspense fallback={<Box sx={{ width: 36 }} />}>
      <TerminalButton />
    </Suspense>
  );
}
