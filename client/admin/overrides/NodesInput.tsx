/** Permissions are ticked in a tree, which is loaded when the first form with one is opened. */
import Skeleton from '@mui/material/Skeleton';
import { lazyInput } from './lazyInput';

const waiting = <Skeleton variant="rounded" height={240} />;

/** Of role groups. */
export const NodesInput = lazyInput(
  async () => (await import('./permissions/AdminPermissions')).AdminPermissions,
  waiting,
);
/** Of member groups. */
export const MemberNodesInput = lazyInput(
  async () => (await import('./permissions/MemberPermissions')).MemberPermissions,
  waiting,
);
