/** Permissions are ticked in a tree, which is loaded when the first form with one is opened. */
import Skeleton from '@mui/material/Skeleton';
import { Suspense, type ComponentType } from 'react';
import type { InputProps } from '../../engine/kinds/kindView';
import { lazyPart } from '../../ui/lazyPart';

const treeInput = (Tree: ComponentType<InputProps>) => (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
    <Tree {...props} />
  </Suspense>
);

/** Of role groups. */
export const NodesInput = treeInput(
  lazyPart(async () => (await import('./permissions/AdminPermissions')).AdminPermissions),
);
/** Of member groups. */
export const MemberNodesInput = treeInput(
  lazyPart(async () => (await import('./permissions/MemberPermissions')).MemberPermissions),
);
