/** The signed-in member's own record as the server answers it; every answer feeds the store. */
import { api } from '../shared/api';
import type { App } from '../shared/app';
import { rowsArrived, type Wire } from '../shared/entities';
import { isSpoken, type CallFault } from '../shared/faults';
import { asRecord, asText } from '../shared/persist';

export const OWN = 'user';
/** Of a closed centre the page itself speaks: its message is not said a second time. */
function sayOnce({ toasts, i18n }: App, fault: CallFault): void {
  if (isSpoken(fault) && fault.msg !== i18n.t('faults.member.disabled')) toasts.show('error', fault.msg);
}

export const ownRowApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers where the row stands in the stream of changes. */
    ownRow: build.query<string, number>({
      queryFn: async (id, { dispatch, extra }, _options, ask) => {
        const answer = await ask({ url: `/api/${OWN}/edit`, params: { id }, quiet: true, repeatable: true });
        if (answer.error) {
          sayOnce(extra as App, answer.error); // the store's own
          return { error: answer.error };
        }
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
