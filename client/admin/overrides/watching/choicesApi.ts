/** What a rule can be about: the tables this person may list, and their fields, as the server calls them. */
import type { WireRow } from '../../../../common/entity/projectRow';
import { api } from '../../../shared/api/api';
import { asRecord, asString } from '../../../../common/json';

export interface Named {
  readonly name: string;
  readonly label: string;
}
export interface Watchable {
  readonly tables: readonly Named[];
  readonly fields: Readonly<Record<string, readonly Named[]>>;
}
const namedIn = (value: unknown): readonly Named[] =>
  Object.entries(asRecord(value) ?? {}).map(([name, label]) => ({ name, label: asString(label, 120) || name }));

export const choicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    watchable: build.query<Watchable, { readonly rule: string; readonly lang: string }>({
      query: ({ rule }) => ({ url: `/admin/${rule}/add`, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => {
        const fields = asRecord(asRecord(data)?.['fields']) ?? {};
        return {
          tables: namedIn(asRecord(data)?.['tables']),
          fields: Object.fromEntries(Object.entries(fields).map(([table, given]) => [table, namedIn(given)])),
        };
      },
      keepUnusedDataFor: 30,
    }),
    /** One line of a log with all its reader may see of the row it speaks of; asked anew each time somebody looks. */
    watchedLine: build.query<WireRow, { readonly log: string; readonly id: number }>({
      query: ({ log, id }) => ({ url: `/admin/${log}/info`, params: { id }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => (asRecord(asRecord(data)?.['row']) ?? {}) as WireRow, // the server's projection
      keepUnusedDataFor: 0,
    }),
  }),
});
