/** Options of the rules: tables the reader may list, and their fields, with the server's labels. */
import type { WireRow } from '../../../../common/entity/projectRow';
import type { RuleTest } from '../../../../common/protocol/dataWatch';
import { api } from '../../../shared/api/api';
import { asRecord, asString } from '../../../../common/json';

export interface NamedOption {
  readonly name: string;
  readonly label: string;
}
export interface WatchOptions {
  readonly tables: readonly NamedOption[];
  readonly fields: Readonly<Record<string, readonly NamedOption[]>>;
}
const parseOptions = (value: unknown): readonly NamedOption[] =>
  Object.entries(asRecord(value) ?? {}).map(([name, label]) => ({ name, label: asString(label, 120) || name }));

export const dataWatchApi = api.injectEndpoints({
  endpoints: (build) => ({
    watchOptions: build.query<WatchOptions, { readonly rule: string; readonly lang: string }>({
      query: ({ rule }) => ({ url: `/admin/${rule}/add`, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => {
        const fields = asRecord(asRecord(data)?.['fields']) ?? {};
        return {
          tables: parseOptions(asRecord(data)?.['tables']),
          fields: Object.fromEntries(
            Object.entries(fields).map(([table, rawFields]) => [table, parseOptions(rawFields)]),
          ),
        };
      },
      keepUnusedDataFor: 30,
    }),
    /** The log entry that a rule would write for a row; not cached. */
    testRule: build.query<RuleTest, { readonly rule: string; readonly id: number; readonly row: number }>({
      query: ({ rule, ...params }) => ({ url: `/admin/${rule}/test`, params, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
    /** One log entry with all the reader may see of its row; not cached. */
    logEntry: build.query<WireRow, { readonly log: string; readonly id: number }>({
      query: ({ log, id }) => ({ url: `/admin/${log}/info`, params: { id }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => (asRecord(asRecord(data)?.['row']) ?? {}) as WireRow, // the server's projection
      keepUnusedDataFor: 0,
    }),
  }),
});
