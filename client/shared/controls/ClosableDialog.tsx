/** A dialog that is hidden while the member centre is closed, so that the message is visible; its input stays. */
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { isMemberCentreClosed } from '../store/siteSettings';

export function ClosableDialog(props: DialogProps) {
  const { realm } = useApp();
  const isHidden = useAppSelector(isMemberCentreClosed) && realm === 'member';
  // No exit transition: it would cover the message while it runs.
  return <Dialog {...props} {...(isHidden ? { open: false, keepMounted: true, transitionDuration: 0 } : {})} />;
}
