/** The main menu of a narrow screen: it slides in over the page. */
import Drawer from '@mui/material/Drawer';
import type { ComponentProps } from 'react';
import { Sidebar } from './Sidebar';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly sx: NonNullable<ComponentProps<typeof Drawer>['sx']>;
}
export function MenuDrawer({ open, onClose, sx }: MenuDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} sx={sx}>
      <Sidebar folded={false} named onLeave={onClose} />
    </Drawer>
  );
}
