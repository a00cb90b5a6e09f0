/** References to attachments; not cached, since they change elsewhere. */
import { api } from '../../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../../common/json';

export interface Reference {
  readonly entity: string;
  readonly field: string;
  /** 0: a record the reader may not see. */
  readonly id: number;
  readonly title: string;
  readonly isBlocking: boolean;
}
const parseReferences = (value: unknown): readonly Reference[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const raw = asRecord(item);
    if (!raw) return [];
    const { entity, field, title } = {
      entity: asString(raw['entity'], 64),
      field: asString(raw['field'], 64),
      title: asString(raw['title'], 255),
    };
    return [{ entity, field, title, id: asInteger(raw['id']), isBlocking: raw['held'] === true }];
  });

export const referencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    references: build.query<readonly Reference[], readonly number[]>({
      query: (ids) => ({
        url: '/admin/attachment/used',
        params: { ids: ids.join(',') },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data) => parseReferences(asRecord(data)?.['list']),
      keepUnusedDataFor: 0,
    }),
  }),
});
