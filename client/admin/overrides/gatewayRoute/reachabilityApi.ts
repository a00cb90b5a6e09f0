/** Whether the gateway serves an API. The cells of a list ask for one each; their ids go in one request. */
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { asInteger, asRecord } from '../../../../common/json';
import {
  MAX_REACHABILITY_IDS,
  PLUGIN_HIDDEN,
  parseUnreachableReason,
  type UnreachableReason,
} from '../../../../common/protocol/reachability';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';

/** Why the gateway does not serve an API, or a note about one that it serves; null for none, and for an API that is not online. */
type ReachabilityState = UnreachableReason | typeof PLUGIN_HIDDEN | null;
/** By id of the API. */
type States = ReadonlyMap<number, ReachabilityState>;
interface Batch {
  readonly ids: Set<number>;
  readonly response: Promise<unknown>;
}
/** The requests that have not been sent yet, by store. */
const waiting = new WeakMap<object, Batch>();

/** Adds an id to the request of this turn, which `send` sends. */
function addToBatch<R>(store: object, id: number, send: (ids: readonly number[]) => PromiseLike<R>): Promise<R> {
  const known = waiting.get(store);
  if (known !== undefined && known.ids.size < MAX_REACHABILITY_IDS) {
    known.ids.add(id);
    return known.response as Promise<R>;
  }
  const ids = new Set([id]);
  const response = new Promise<void>((done) => setTimeout(done)).then(() => {
    if (waiting.get(store)?.ids === ids) waiting.delete(store);
    return send([...ids]);
  });
  waiting.set(store, { ids, response });
  return response;
}

function parseStates(data: unknown): States {
  const list = asRecord(data)?.['list'];
  return new Map(
    (Array.isArray(list) ? list : []).map((raw: unknown) => {
      const { id, reason, note } = asRecord(raw) ?? {};
      return [asInteger(id), parseUnreachableReason(reason) ?? (note === PLUGIN_HIDDEN ? note : null)];
    }),
  );
}

export const reachabilityApi = api.injectEndpoints({
  endpoints: (build) => ({
    reachabilityState: build.query<ReachabilityState, number>({
      queryFn: async (id, { dispatch }, _extra, baseQuery) => {
        const { data, error } = await addToBatch(dispatch, id, (ids) =>
          Promise.resolve(
            baseQuery({
              url: entityUrl(appPluginVersionApi.name, 'reachability'),
              params: { ids: ids.join(',') },
              isSilent: true,
              allowsParallel: true,
            }),
          ),
        );
        return error === undefined ? { data: parseStates(data).get(id) ?? null } : { error };
      },
      keepUnusedDataFor: 0,
      // The server sends an event when the gateway may serve other APIs.
      providesTags: ['Rows', { type: 'Rows', id: 'gateway' }],
    }),
  }),
});
