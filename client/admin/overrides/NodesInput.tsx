/** Permissions are ticked in a tree, which arrives when the first form with one is opened. */
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import type { InputProps } from '../../engine/kinds/kindView';
import { lazyPart } from '../../ui/lazyPart';

const PermissionTree = lazyPart(async () => (await import('./permissions/PermissionTree')).PermissionTree);

export const NodesInput = (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
    <PermissionTree {...props} />
  </Suspense>
);
