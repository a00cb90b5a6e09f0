/** Attachments: shown as table or tiles, each with its preview and where it is used; asked about before they go. */
import { attachment } from '../../../common/entities/attachment';
import { override } from '../../engine/override';
import { jointPart, lazyPart } from '../../ui/lazyPart';

const cells = () => import('./attachment/cells');

export const attachmentScreen = override(attachment, {
  cells: {
    url: jointPart(async () => (await cells()).UrlCell),
    size: jointPart(async () => (await cells()).SizeCell),
  },
  // Only pictures have them.
  shows: (field, valueOf) => (field !== 'width' && field !== 'height') || Number(valueOf(field)) > 0,
  panel: lazyPart(async () => (await import('./attachment/AttachmentPanel')).AttachmentPanel),
  headExtra: lazyPart(async () => (await import('./attachment/Head')).Head, 'small'),
  body: lazyPart(async () => (await import('./attachment/Tiles')).Tiles),
  removeNote: lazyPart(async () => (await import('./attachment/Uses')).RemoveNote),
});
