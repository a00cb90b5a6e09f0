/** Where files are used, asked anew each time somebody looks. */
import { api } from '../../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../../common/json';

export interface Use {
  readonly entity: string;
  readonly field: string;
  /** 0: a record one may not see. */
  readonly id: number;
  readonly title: string;
  readonly held: boolean;
}
const usesIn = (value: unknown): readonly Use[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const raw = asRecord(one);
    if (!raw) return [];
    const { entity, field, title } = {
      entity: asString(raw['entity'], 64),
      field: asString(raw['field'], 64),
      title: asString(raw['title'], 255),
    };
    return [{ entity, field, title, id: asInteger(raw['id']), held: raw['held'] === true }];
  });

export const usesApi = api.injectEndpoints({
  endpoints: (build) => ({
    uses: build.query<readonly Use[], readonly number[]>({
      query: (ids) => ({
        url: '/admin/attachment/used',
        params: { ids: ids.join(',') },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data) => usesIn(asRecord(data)?.['list']),
      keepUnusedDataFor: 0,
    }),
  }),
});
