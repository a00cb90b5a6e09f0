/** A dialog that steps aside while the member centre is closed, for the message to be seen and heard; what was typed in it stays. */
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useApp } from '../app';
import { useAppSelector } from '../createStore';
import { isClosed } from '../site';

export function AsideDialog(props: DialogProps) {
  const { realm } = useApp();
  const aside = useAppSelector(isClosed) && realm === 'user';
  // No transition out: it would stand before the message for as long as that takes.
  return <Dialog {...props} {...(aside ? { open: false, keepMounted: true, transitionDuration: 0 } : {})} />;
}
