/** A menu below its button; closes after Escape or a click elsewhere. */
import Menu from '@mui/material/Menu';
import type { ReactNode } from 'react';
import type { OpenMenuProps } from './MenuTrigger';

interface ButtonMenuProps extends OpenMenuProps {
  readonly children: ReactNode;
}
export function ButtonMenu({ id, label, anchor, onClose, children }: ButtonMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': label } }}
    >
      {children}
    </Menu>
  );
}
