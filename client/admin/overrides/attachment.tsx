/** Attachments: shown as table or tiles, each with its preview and where it is used; asked about before they go. */
import { Suspense, type ComponentType } from 'react';
import { attachment } from '../../../common/entities/attachment';
import type { CellProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

/** A cell that comes with the screen. */
const lately = (load: () => Promise<ComponentType<CellProps>>) => {
  const Late = lazyPart(load, 'small');
  return (props: CellProps) => (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  );
};
const cells = {
  url: lately(async () => (await import('./attachment/cells')).UrlCell),
  size: lately(async () => (await import('./attachment/cells')).SizeCell),
};

export const attachmentScreen = override(attachment, {
  cells,
  // Only pictures have them.
  shows: (field, valueOf) => (field !== 'width' && field !== 'height') || Number(valueOf(field)) > 0,
  panel: lazyPart(async () => (await import('./attachment/AttachmentPanel')).AttachmentPanel),
  headExtra: lazyPart(async () => (await import('./attachment/Head')).Head, 'small'),
  body: lazyPart(async () => (await import('./attachment/Tiles')).Tiles),
  removeNote: lazyPart(async () => (await import('./attachment/Uses')).RemoveNote),
});
