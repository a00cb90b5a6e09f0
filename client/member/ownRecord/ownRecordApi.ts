/** The signed-in member's own record as the server answers it; every answer feeds the store. */
import { api } from '../../shared/api/api';
import type { App } from '../../shared/app/appContext';
import { rowsReceived, type RowData } from '../../shared/store/entities';
import { isShownAsToast, type CallFault } from '../../shared/api/faults';
import { asRecord, asString } from '../../../common/json';

export const OWN_ENTITY = 'user';
/** Of a closed centre the page itself speaks: its message is not said a second time. */
function showUnlessClosed({ toasts, i18n }: App, fault: CallFault): void {
  if (isShownAsToast(fault) && fault.msg !== i18n.t('faults.member.disabled')) toasts.show('error', fault.msg);
}

export const ownRecordApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers where the row stands in the stream of changes. */
    ownRow: build.query<string, number>({
      queryFn: async (id, { dispatch, extra }, _options, ask) => {
        const answer = await ask({
          url: `/api/${OWN_ENTITY}/edit`,
          params: { id },
          isSilent: true,
          allowsParallel: true,
        });
        if (answer.error) {
          showUnlessClosed(extra as App, answer.error); // the store's own
          return { error: answer.error };
        }
        const data = asRecord(answer.data);
        const row = asRecord(data?.['row']);
        // The answer of the server's one projection, a wire row by contract.
        if (row) dispatch(rowsReceived({ e: OWN_ENTITY, rows: [row as RowData] }));
        return { data: asString(data?.['seq'], 128) };
      },
      providesTags: ['Rows'],
    }),
  }),
});
export const { useOwnRowQuery } = ownRecordApi;
