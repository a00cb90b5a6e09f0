/** Endpoints of the comments of a record. An event of the live connection invalidates their tag. */
import type { CommentList, CommentPerson } from '../../../common/protocol/comments';
import { api } from '../../shared/api/api';

export interface CommentedRecord {
  readonly e: string;
  readonly id: number;
}
interface CommentListArgs extends CommentedRecord {
  /** Only comments before this one. */
  readonly before?: number;
}
interface NewComment extends CommentedRecord {
  readonly body: string;
  readonly mentions: readonly number[];
  /** Idempotency key; a retry sends it again. */
  readonly idempotencyKey: string;
}
const getTag = ({ e, id }: CommentedRecord) => ({ type: 'Rows', id: `${e}/${id}/comments` }) as const;

export const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    comments: build.query<CommentList, CommentListArgs>({
      query: ({ e, id, before }) => ({
        url: '/admin/comment/list',
        params: { ent: e, id, ...(before === undefined ? {} : { before }) },
        isSilent: true,
        allowsParallel: true,
      }),
      keepUnusedDataFor: 0,
      providesTags: (_list, _error, record) => ['Rows', getTag(record)],
    }),
    mentionablePeople: build.query<
      { readonly list: readonly CommentPerson[] },
      CommentedRecord & { readonly q: string }
    >({
      query: ({ e, id, q }) => ({ url: '/admin/comment/people', params: { ent: e, id, q }, isSilent: true }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    addComment: build.mutation<{ readonly id: number }, NewComment>({
      query: ({ e, id, body, mentions, idempotencyKey }) => ({
        url: '/admin/comment/add',
        method: 'POST',
        body: { ent: e, record_id: id, body, mentions, _mid: idempotencyKey },
        isSilent: true,
      }),
      invalidatesTags: (_answer, error, record) => (error ? [] : [getTag(record)]),
    }),
    deleteComment: build.mutation<unknown, CommentedRecord & { readonly comment: number }>({
      query: ({ comment }) => ({ url: '/admin/comment/del', method: 'POST', body: { id: comment } }),
      invalidatesTags: (_answer, _error, record) => [getTag(record)],
    }),
  }),
});
