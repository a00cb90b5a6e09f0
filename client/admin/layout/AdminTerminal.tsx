/** The command terminal's place in the bar, for whoever may see it; everything behind it arrives later. */
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { holdsNode, useBootstrap } from '../../shared/bootstrap';
import { lazyPart } from '../../ui/lazyPart';

const TerminalButton = lazyPart(async () => (await import('../terminal/TerminalButton')).TerminalButton, 'small');

export function AdminTerminal() {
  const { permissions } = useBootstrap();
  if (!holdsNode(permissions, 'terminal/index')) return null;
  return (
    <Suspense fallback={<Box sx={{ width: 40 }} />}>
      <TerminalButton />
    </Suspense>
  );
}
