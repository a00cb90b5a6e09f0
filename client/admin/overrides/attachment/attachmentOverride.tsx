/** Attachments: table or tiles, preview and references, warning before deletion. */
import { attachment } from '../../../../common/entities/attachment';
import { defineOverride } from '../../../engine/override';
import { FallbackCell } from '../FallbackCell';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const cells = () => import('./attachmentCells');

export const attachmentOverride = defineOverride(attachment, {
  cells: {
    mimetype: lazyWithoutSuspense(async () => (await cells()).FileTypeCell, FallbackCell),
    size: lazyWithoutSuspense(async () => (await cells()).SizeCell),
  },
  titleImage: lazyWithoutSuspense(async () => (await cells()).FileThumbnail),
  // Only images have a size in pixels.
  isFieldVisible: (field, valueOf) => (field !== 'width' && field !== 'height') || Number(valueOf(field)) > 0,
  panel: lazyWithRetry(async () => (await import('./AttachmentPanel')).AttachmentPanel),
  headerExtra: lazyWithRetry(async () => (await import('./AttachmentListHeader')).AttachmentListHeader, 'small'),
  listBody: lazyWithRetry(async () => (await import('./AttachmentTiles')).AttachmentTiles),
  deleteWarning: lazyWithRetry(async () => (await import('./References')).DeleteWarning),
});
