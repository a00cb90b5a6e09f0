/** Member groups: permissions are ticked, not typed. */
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { userGroup } from '../../../common/entities/userGroup';
import type { InputProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

const Permissions = lazyPart(async () => (await import('./permissions/MemberPermissions')).MemberPermissions);
const RulesInput = (props: InputProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
    <Permissions {...props} />
  </Suspense>
);

export const userGroupScreen = override(userGroup, { inputs: { rules: RulesInput } });
