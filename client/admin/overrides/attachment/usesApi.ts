/** Where files are used, asked anew each time somebody looks. */
import { api } from '../../../shared/api';
import { asRecord, asText, asWhole } from '../../../shared/persist';

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
      entity: asText(raw['entity'], 64),
      field: asText(raw['field'], 64),
      title: asText(raw['title'], 255),
    };
    return [{ entity, field, title, id: asWhole(raw['id']), held: raw['held'] === true }];
  });

export const usesApi = api.injectEndpoints({
  endpoints: (build) => ({
    uses: build.query<readonly Use[], readonly number[]>({
      query: (ids) => ({
        url: '/admin/attachment/used',
        params: { ids: ids.join(',') },
        quiet: true,
        repeatable: true,
      }),
      transformResponse: (data) => usesIn(asRecord(data)?.['list']),
      keepUnusedDataFor: 0,
    }),
  }),
});
