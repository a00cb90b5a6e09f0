/** Attachments: shown as table or tiles, each with its preview and where it is used; asked about before they go. */
import { attachment } from '../../../common/entities/attachment';
import { defineOverride } from '../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../ui/lazyWithRetry';

const cells = () => import('./attachment/cells');

export const attachmentScreen = defineOverride(attachment, {
  cells: {
    url: lazyTogether(async () => (await cells()).UrlCell),
    size: lazyTogether(async () => (await cells()).SizeCell),
  },
  // Only pictures have them.
  isFieldVisible: (field, valueOf) => (field !== 'width' && field !== 'height') || Number(valueOf(field)) > 0,
  panel: lazyWithRetry(async () => (await import('./attachment/AttachmentPanel')).AttachmentPanel),
  headerExtra: lazyWithRetry(async () => (await import('./attachment/Head')).Head, 'small'),
  listBody: lazyWithRetry(async () => (await import('./attachment/Tiles')).Tiles),
  deleteWarning: lazyWithRetry(async () => (await import('./attachment/Uses')).RemoveNote),
});
