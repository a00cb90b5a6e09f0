/** Small button inside a table cell; its events do not open the row. */
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface ButtonProps {
  readonly label: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}
export function CellButton({ label, onOpen, children }: ButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </IconButton>
  );
}
