/** A button that opens a menu; closes after a choice, Escape or a click elsewhere. */
import type { ReactNode } from 'react';
import { ButtonMenu } from './ButtonMenu';
import { MenuTrigger } from './MenuTrigger';

interface MenuButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The label stands beside the icon. */
  readonly hasText?: boolean;
  readonly children: (close: () => void) => ReactNode;
}
export function MenuButton({ label, icon, hasText, children }: MenuButtonProps) {
  return (
    <MenuTrigger label={label} icon={icon} hasText={hasText}>
      {(menu) => <ButtonMenu {...menu}>{children(menu.onClose)}</ButtonMenu>}
    </MenuTrigger>
  );
}
