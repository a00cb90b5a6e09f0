/** The signed-in member's own record as the server answers it; every answer feeds the store. */
import { api } from '../shared/api';
import { rowsArrived, type Wire } from '../shared/entities';
import { asRecord, asText } from '../shared/persist';

export const OWN = 'user';
export const ownRowApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers where the row stands in the stream of changes. */
    ownRow: build.query<string, number>({
      queryFn: async (id, { dispatch }, _extra, ask) => {
        const answer = await ask({ url: `/api/${OWN}/edit`, params: { id }, repeatable: true });
        if (answer.error) return { error: answer.error };
        const data = asRecord(answer.data);
        const row = asRecord(data?.['row']);
        // The answer of the server's one projection, a wire row by contract.
        if (row) dispatch(rowsArrived({ e: OWN, rows: [row as Wire] }));
        return { data: asText(data?.['seq'], 128) };
      },
      providesTags: ['Rows'],
    }),
  }),
});
export const { useOwnRowQuery } = ownRowApi;
