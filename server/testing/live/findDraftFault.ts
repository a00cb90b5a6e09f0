/** The check of updates of shared drafts, for tests of what the editor sends. */
import type { Doc } from 'yjs';
import { findUpdateFault, type UpdateFault } from '../../live/sharedDrafts/findUpdateFault';

export const findDraftFault = (doc: Doc, update: Uint8Array): UpdateFault | undefined =>
  findUpdateFault(doc, update, () => true);
