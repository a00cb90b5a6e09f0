/** The button of a menu, without the menu’s code: the menu is rendered from the first click on. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useId, useState, type MouseEvent, type ReactNode } from 'react';

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
  /** The label stands beside the icon. */
  readonly hasText?: boolean | undefined;
  /** Called when the pointer or the focus comes to the button: loads the menu’s code before the click. */
  readonly onApproach?: () => unknown;
  readonly children: (menu: OpenMenuProps) => ReactNode;
}
export function MenuTrigger({ label, icon, hasText = false, onApproach, children }: MenuTriggerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const id = useId();
  const open = anchor !== null;
  const handlers = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onPointerEnter: () => void onApproach?.(),
    onFocus: () => void onApproach?.(),
    onClick: (event: MouseEvent<HTMLElement>) => {
      setAnchor(event.currentTarget);
      setWasOpened(true);
    },
  } as const;
  return (
    <>
      {hasText ? (
        <Button size="small" startIcon={icon} {...handlers}>
          {label}
        </Button>
      ) : (
        <IconButton aria-label={label} title={label} {...handlers}>
          {icon}
        </IconButton>
      )}
      {wasOpened && children({ id, label, anchor, onClose: () => setAnchor(null) })}
    </>
  );
}
