/** The endpoints of kept drafts. */
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { api } from '../../shared/api';

interface Place {
  readonly ent: string;
  /** 0: a new record. */
  readonly id: number;
}
/** One form's draft of it. */
interface FormPlace extends Place {
  readonly form: string;
}
const post = (path: string, body: object) =>
  ({ url: `/admin/draft/${path}`, method: 'POST', body, quiet: true, repeatable: true }) as const;

export const draftApi = api.injectEndpoints({
  endpoints: (build) => ({
    keptDrafts: build.query<{ readonly drafts: readonly KeptDraft[] }, Place>({
      query: (params) => ({ url: '/admin/draft/one', params: { ...params }, quiet: true, repeatable: true }),
      keepUnusedDataFor: 0,
    }),
    keepDraft: build.mutation<unknown, FormPlace & KeptPatch>({ query: (body) => post('keep', body) }),
    dropDraft: build.mutation<unknown, FormPlace>({ query: (body) => post('drop', body) }),
  }),
});
