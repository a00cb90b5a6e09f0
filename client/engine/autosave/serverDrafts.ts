/** Endpoints of the drafts on the server. */
import type { StoredDraft, DraftPatch } from '../../../common/protocol/draft';
import { api } from '../../shared/api/api';

interface RecordRef {
  readonly ent: string;
  /** 0: a new record. */
  readonly id: number;
}
/** The draft of one form. */
interface FormRef extends RecordRef {
  readonly form: string;
}
const post = (path: string, body: object) =>
  ({ url: `/admin/draft/${path}`, method: 'POST', body, isSilent: true, allowsParallel: true }) as const;

export const serverDrafts = api.injectEndpoints({
  endpoints: (build) => ({
    storedDrafts: build.query<{ readonly drafts: readonly StoredDraft[] }, RecordRef>({
      query: (params) => ({ url: '/admin/draft/one', params: { ...params }, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
    saveDraft: build.mutation<unknown, FormRef & DraftPatch>({ query: (body) => post('keep', body) }),
    deleteDraft: build.mutation<unknown, FormRef>({ query: (body) => post('drop', body) }),
  }),
});
