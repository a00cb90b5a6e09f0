/** Endpoint of the permission explanation. */
import { api } from '../../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../../common/json';

export interface ExplainRequest {
  readonly adminId: number;
  readonly permission: string;
  readonly id?: number | undefined;
  readonly field?: string | undefined;
}
export const RULES = [
  ...(['super', 'granted', 'limited', 'group_disabled', 'group_lost', 'missing', 'no_group'] as const),
  ...(['admin_disabled', 'row_out_of_reach', 'row_missing', 'field_secret', 'field_masked'] as const),
] as const;
export type Rule = (typeof RULES)[number];
export interface Explanation {
  readonly allowed: boolean;
  readonly rule: Rule;
  /** The group that would grant the permission, and the ancestor that prevents it. */
  readonly group: number | undefined;
  readonly by: number | undefined;
  /** The permission key that is needed to see the masked field; empty otherwise. */
  readonly missingPermission: string;
  readonly names: Readonly<Record<string, string>>;
  /** Position of the change log at which the explanation was read. */
  readonly seq: string;
}

const parseId = (value: unknown): number | undefined => (asInteger(value) > 0 ? asInteger(value) : undefined);
function parseExplanation(value: unknown): Explanation {
  const raw = asRecord(value) ?? {};
  const reason = asRecord(raw['reason']) ?? {};
  return {
    allowed: raw['allowed'] === true,
    rule: RULES.find((rule) => rule === reason['rule']) ?? 'missing',
    group: parseId(reason['group']),
    by: parseId(reason['by']),
    missingPermission: asString(reason['node']),
    names: Object.fromEntries(Object.entries(asRecord(raw['groups']) ?? {}).map(([id, name]) => [id, asString(name)])),
    seq: asString(raw['seq']),
  };
}

export const explainApi = api.injectEndpoints({
  endpoints: (build) => ({
    explain: build.query<Explanation, ExplainRequest>({
      query: ({ adminId, permission, id, field }) => ({
        url: '/admin/admin_group/explain',
        params: {
          admin_id: adminId,
          node: permission,
          ...(id === undefined ? {} : { id }),
          ...(field ? { field } : {}),
        },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: parseExplanation,
      keepUnusedDataFor: 0,
      providesTags: ['Bootstrap'],
    }),
  }),
});
