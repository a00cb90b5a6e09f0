/** Wall screens: the link is shown to its owner once. */
import { Suspense } from 'react';
import { wallScreen } from '../../../common/entities/wallScreen';
import type { CellProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

const WallLinkCell = lazyPart(async () => (await import('../wall/WallLinkCell')).WallLinkCell, 'small');

const LinkCell = (props: CellProps) => (
  <Suspense>
    <WallLinkCell {...props} />
  </Suspense>
);
export const wallScreenScreen = override(wallScreen, { cells: { shown_time: LinkCell } });
