/** Records of the public site have a preview: the page on which visitors see them. */
import { PREVIEWED_ENTITIES } from '../../../common/site/preview';
import type { RecordPreview } from '../../engine/preview/recordPreview';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

export const sitePreview: RecordPreview = {
  entities: PREVIEWED_ENTITIES,
  Preview: lazyWithRetry(async () => (await import('./SitePreview')).SitePreview),
};
