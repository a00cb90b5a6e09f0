/** A dialog that is hidden while the member center is closed, so that the message is visible; its input stays. */
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { isMemberCenterClosed } from '../store/siteSettings';

export function ClosableDialog(props: DialogProps) {
  const { realm } = useApp();
  const isHidden = useAppSelector(isMemberCenterClosed) && realm === 'member';
  // No exit transition: it would cover the message while it runs.
  return <Dialog {...props} {...(isHidden ? { open: false, keepMounted: true, transitionDuration: 0 } : {})} />;
}
