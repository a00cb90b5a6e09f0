/** Permission trees as form inputs, and their cell; each is loaded with the first form or list that has one. */
import Skeleton from '@mui/material/Skeleton';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';
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
/** Number of permissions. */
export const PermissionsCell = lazyWithoutSuspense(async () => (await import('./PermissionCount')).PermissionCount);
