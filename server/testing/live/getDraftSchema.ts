/** The schema of shared drafts, for tests that compare it with the editor's. */
import type { Schema } from '@tiptap/pm/model';
import { richTextSchema } from '../../live/sharedDrafts/richText/richTextSchema';

export const getDraftSchema = (): Schema => richTextSchema;
