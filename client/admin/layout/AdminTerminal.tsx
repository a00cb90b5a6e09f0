/** The command terminal's place in the bar, for whoever may see it; everything behind it arrives later. */
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { holdsNode, useBootstrap } from '../../shared/bootstrap';

const TerminalButton = lazy(async () => ({ default: (await import('../terminal/TerminalButton')).TerminalButton }));

export function AdminTerminal() {
  const { permissions } = useBootstrap();
  if (!holdsNode(permissions, 'terminal/index')) return null;
  return (
    <Suspense fallback={<Box sx={{ width: 40 }} />}>
      <TerminalButton />
    </Suspense>
  );
}
