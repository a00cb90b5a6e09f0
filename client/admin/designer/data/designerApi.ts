/** REST endpoints of the designer and of the CRUD log. */
import type { DefinitionEffects, DesignPreview, GroupGrant } from '../../../../common/designer/design';
import type { ColumnIssue } from '../../../../common/designer/guess/findColumnIssues';
import { asInteger, asRecord, asString, asStringList, asStringRecord } from '../../../../common/json';
import { api } from '../../../shared/api/api';

/** A table that a design can start from. */
export interface SourceTable {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isBuiltIn: boolean;
}
export interface CodeFile {
  readonly path: string;
  readonly content: string;
}
/** The source of a new design. */
export type StartSource =
  | { readonly from: 'blank'; readonly table_name: string; readonly name_en?: string; readonly name_zh?: string }
  | { readonly from: 'table'; readonly table: string; readonly table_name?: string }
  | { readonly from: 'sql'; readonly sql: string; readonly table_name?: string; readonly name_en?: string; readonly name_zh?: string }
  | { readonly from: 'record'; readonly record: number }
  | { readonly from: 'definition'; readonly definition: unknown }
  | {
      readonly from: 'sheet';
      readonly table_name: string;
      readonly name_en?: string; readonly name_zh?: string;
      readonly sheet: readonly (readonly string[])[];
    };
/** The tables that a design can start from, and the names that new tables cannot have. */
interface SourceTables {
  readonly tables: readonly SourceTable[];
  readonly takenNames: readonly string[];
}
/** A change of the active definition. */
export type RecordAction = 'rollback' | 'remove' | 'reinstate';
/** Source of a code export: a design, or a record of the CRUD log. */
export type CodeSource = 'crud_design' | 'crud_record';

const getList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const parseTable = (value: unknown): SourceTable => {
  const raw = asRecord(value);
  return {
    name: asString(raw?.['name'], 64),
    labels: asStringRecord(raw?.['labels']),
    isBuiltIn: raw?.['isBuiltIn'] === true,
  };
};
const parseFile = (value: unknown): CodeFile => {
  const raw = asRecord(value);
  return { path: asString(raw?.['path'], 200), content: asString(raw?.['content'], 1_000_000) };
};
const parseJob = (data: unknown): number => asInteger(asRecord(data)?.['job']);
const post = (url: string, body: object) => ({ url, method: 'POST' as const, body: { ...body } });
const read = (url: string, id: number) => ({ url, params: { id }, isSilent: true, allowsParallel: true });

export const designerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `version` changes with the design. */
    designPreview: build.query<DesignPreview, { readonly id: number; readonly version: string }>({
      query: ({ id }) => read('/admin/crud_design/preview', id),
      // The badge counts its problems while another tab is open; each preview is fetched again when it is shown.
      keepUnusedDataFor: 600,
    }),
    sourceTables: build.query<SourceTables, undefined>({
      query: () => ({ url: '/admin/crud_design/tables', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        tables: getList(asRecord(data)?.['tables']).map(parseTable),
        takenNames: asStringList(asRecord(data)?.['takenNames']),
      }),
      keepUnusedDataFor: 0,
    }),
    tableIssues: build.query<readonly ColumnIssue[], string>({
      query: (table) => ({
        url: '/admin/crud_design/columns',
        params: { table },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data) => getList(asRecord(data)?.['issues']) as readonly ColumnIssue[], // the server's type
      keepUnusedDataFor: 0,
    }),
    recordEffects: build.query<
      DefinitionEffects,
      { readonly id: number; readonly action: Exclude<RecordAction, 'reinstate'> }
    >({
      query: (params) => ({ url: '/admin/crud_record/effects', params, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
    code: build.query<readonly CodeFile[], { readonly from: CodeSource; readonly id: number }>({
      query: ({ from, id }) => read(`/admin/${from}/code`, id),
      transformResponse: (data) => getList(asRecord(data)?.['files']).map(parseFile),
      keepUnusedDataFor: 0,
    }),
    startDesign: build.mutation<number, StartSource & { readonly replace?: true }>({
      query: (source) => ({ ...post('/admin/crud_design/start', source), isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['id']),
    }),
    applyDesign: build.mutation<
      number,
      { readonly id: number; readonly groups: readonly GroupGrant[]; readonly confirm?: string }
    >({
      query: (request) => ({ ...post('/admin/crud_design/apply', request), isSilent: true }),
      transformResponse: parseJob,
    }),
    changeDefinition: build.mutation<
      number,
      { readonly action: RecordAction; readonly id: number; readonly confirm?: string }
    >({
      query: ({ action, ...request }) => ({ ...post(`/admin/crud_record/${action}`, request), isSilent: true }),
      transformResponse: parseJob,
    }),
  }),
});
export const {
  useDesignPreviewQuery,
  useSourceTablesQuery,
  useTableIssuesQuery,
  useRecordEffectsQuery,
  useCodeQuery,
  useStartDesignMutation,
  useApplyDesignMutation,
  useChangeDefinitionMutation,
} = designerApi;
