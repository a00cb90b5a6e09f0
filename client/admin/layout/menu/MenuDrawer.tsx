/** Main menu of narrow screens in a drawer. */
import Drawer from '@mui/material/Drawer';
import type { ComponentProps } from 'react';
import { Sidebar } from './Sidebar';

interface MenuDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly sx: NonNullable<ComponentProps<typeof Drawer>['sx']>;
}
export function MenuDrawer({ isOpen, onClose, sx }: MenuDrawerProps) {
  return (
    <Drawer open={isOpen} onClose={onClose} sx={sx}>
      <Sidebar isCollapsed={false} hasSiteName onNavigate={onClose} />
    </Drawer>
  );
}
