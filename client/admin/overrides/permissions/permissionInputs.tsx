/** Permission trees as form inputs, loaded with the first form that has one. */
import Skeleton from '@mui/material/Skeleton';
import { lazyInput } from '../lazyInput';

const loadingPlaceholder = <Skeleton variant="rounded" height={240} />;

/** Permissions of role groups. */
export const AdminPermissionsInput = lazyInput(
  async () => (await import('./AdminPermissions')).AdminPermissions,
  loadingPlaceholder,
);
/** Permissions of member groups. */
export const MemberPermissionsInput = lazyInput(
  async () => (await import('./MemberPermissions')).MemberPermissions,
  loadingPlaceholder,
);
