/** The button of a menu, without the menu’s code: the menu is rendered from the first click on. */
import IconButton from '@mui/material/IconButton';
import { useId, useState, type ReactNode } from 'react';

export interface OpenMenuProps {
  readonly id: string;
  readonly label: string;
  /** The button while the menu is open. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}
interface MenuTriggerProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Called when the pointer or the focus comes to the button: loads the menu’s code before the click. */
  readonly onApproach?: () => unknown;
  readonly children: (menu: OpenMenuProps) => ReactNode;
}
export function MenuTrigger({ label, icon, onApproach, children }: MenuTriggerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const id = useId();
  const open = anchor !== null;
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={() => void onApproach?.()}
        onFocus={() => void onApproach?.()}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpened(true);
        }}
      >
        {icon}
      </IconButton>
      {wasOpened && children({ id, label, anchor, onClose: () => setAnchor(null) })}
    </>
  );
}
