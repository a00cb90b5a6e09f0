/** Attachments: shown as table or tiles, each with its preview and where it is used; asked about before they go. */
import { lazy, Suspense, type ComponentType } from 'react';
import { attachment } from '../../../common/entities/attachment';
import type { CellProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';

/** A cell that comes with the screen. */
const lately = (load: () => Promise<ComponentType<CellProps>>) => {
  const Late = lazy(async () => ({ default: await load() }));
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
  panel: lazy(async () => ({ default: (await import('./attachment/AttachmentPanel')).AttachmentPanel })),
  headExtra: lazy(async () => ({ default: (await import('./attachment/Head')).Head })),
  body: lazy(async () => ({ default: (await import('./attachment/Tiles')).Tiles })),
  removeNote: lazy(async () => ({ default: (await import('./attachment/Uses')).RemoveNote })),
});
