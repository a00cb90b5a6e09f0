/** Lists and rows as of a moment. They stay out of the store, which holds the current rows. */
import type { WireRow } from '../../../common/entity/projectRow';
import type { ListResponse } from '../../../common/protocol/liveEvents';
import { api, type ApiRequest } from '../../shared/api/api';
import { titlesReceived } from '../../shared/store/entities';
import { entityUrl } from '../data/rowsApi';

interface PastRow {
  readonly row: WireRow;
  readonly refs: ListResponse['refs'];
}
type PastRowArgs = { readonly e: string; readonly id: number; readonly asOf: number };
type PastListArgs = {
  readonly e: string;
  readonly params: NonNullable<ApiRequest['params']>;
  /** Absent: rows of a log, whose past is a part of its present. */
  readonly asOf?: number;
};

interface Lifecycle {
  readonly dispatch: (action: ReturnType<typeof titlesReceived>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Pick<PastRow, 'refs'> }>;
}
const storeTitles = async (_args: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
  const response = await queryFulfilled.catch(() => undefined); // the caller shows the rejection
  if (response) dispatch(titlesReceived(response.data.refs));
};

export const asOfApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastList: build.query<ListResponse, PastListArgs>({
      query: ({ e, params, asOf }) => ({
        url: entityUrl(e, 'index'),
        params: { ...params, ...(asOf === undefined ? {} : { asOf }) },
        isSilent: true,
        allowsParallel: true,
      }),
      keepUnusedDataFor: 0,
      onQueryStarted: storeTitles,
      // Refetched when permissions change.
      providesTags: ['Rows'],
    }),
    pastRow: build.query<PastRow, PastRowArgs>({
      query: ({ e, id, asOf }) => ({
        url: entityUrl(e, 'edit'),
        params: { id, asOf },
        isSilent: true,
        allowsParallel: true,
      }),
      keepUnusedDataFor: 0,
      onQueryStarted: storeTitles,
      providesTags: ['Rows'],
    }),
  }),
});
