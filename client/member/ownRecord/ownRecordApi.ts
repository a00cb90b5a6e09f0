/** Requests the signed-in member's own record; each response updates the store. */
import { api } from '../../shared/api/api';
import type { App } from '../../shared/app/appContext';
import { rowsReceived, type RowData } from '../../shared/store/entities';
import { isShownAsToast, type CallFault } from '../../shared/api/faults';
import { asRecord, asString } from '../../../common/json';

export const OWN_ENTITY = 'user';
/** The page itself shows that the member center is closed, so that message gets no toast. */
function showUnlessClosed({ toasts, i18n }: App, fault: CallFault): void {
  if (isShownAsToast(fault) && fault.msg !== i18n.t('faults.member.disabled')) toasts.show('error', fault.msg);
}

export const ownRecordApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Resolves with the cursor of the row in the change log. */
    ownRow: build.query<string, number>({
      queryFn: async (id, { dispatch, extra }, _options, baseQuery) => {
        const response = await baseQuery({
          url: `/api/${OWN_ENTITY}/edit`,
          params: { id },
          isSilent: true,
          allowsParallel: true,
        });
        if (response.error) {
          showUnlessClosed(extra as App, response.error); // the store's own
          return { error: response.error };
        }
        const data = asRecord(response.data);
        const row = asRecord(data?.['row']);
        // The response of the server's one projection, a wire row by contract.
        if (row) dispatch(rowsReceived({ e: OWN_ENTITY, rows: [row as RowData] }));
        return { data: asString(data?.['seq'], 128) };
      },
      providesTags: ['Rows'],
    }),
  }),
});
export const { useOwnRowQuery } = ownRecordApi;
