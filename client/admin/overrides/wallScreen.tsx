/** Wall screens: the link is shown to its owner once. */
import { lazy, Suspense } from 'react';
import { wallScreen } from '../../../common/entities/wallScreen';
import type { CellProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';

const WallLinkCell = lazy(async () => ({ default: (await import('../wall/WallLinkCell')).WallLinkCell }));

const LinkCell = (props: CellProps) => (
  <Suspense>
    <WallLinkCell {...props} />
  </Suspense>
);
export const wallScreenScreen = override(wallScreen, { cells: { shown_time: LinkCell } });
