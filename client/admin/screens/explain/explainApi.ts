/** The question why somebody may or may not, and its answer. */
import { api } from '../../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../../common/json';

export interface Question {
  readonly adminId: number;
  readonly node: string;
  readonly id?: number | undefined;
  readonly field?: string | undefined;
}
export const RULES = [
  ...(['super', 'granted', 'limited', 'group_disabled', 'group_lost', 'missing', 'no_group'] as const),
  ...(['admin_disabled', 'row_out_of_reach', 'row_missing', 'field_secret', 'field_masked'] as const),
] as const;
export type Rule = (typeof RULES)[number];
export interface Answer {
  readonly allowed: boolean;
  readonly rule: Rule;
  /** The group that would grant it, and the one above it that decides. */
  readonly group: number | undefined;
  readonly by: number | undefined;
  /** The node that would lift the mask. */
  readonly node: string;
  readonly names: Readonly<Record<string, string>>;
}

const idIn = (value: unknown): number | undefined => (asInteger(value) > 0 ? asInteger(value) : undefined);
function answerOf(value: unknown): Answer {
  const raw = asRecord(value) ?? {};
  const reason = asRecord(raw['reason']) ?? {};
  return {
    allowed: raw['allowed'] === true,
    rule: RULES.find((rule) => rule === reason['rule']) ?? 'missing',
    group: idIn(reason['group']),
    by: idIn(reason['by']),
    node: asString(reason['node']),
    names: Object.fromEntries(Object.entries(asRecord(raw['groups']) ?? {}).map(([id, name]) => [id, asString(name)])),
  };
}

export const explainApi = api.injectEndpoints({
  endpoints: (build) => ({
    explain: build.query<Answer, Question>({
      query: ({ adminId, node, id, field }) => ({
        url: '/admin/admin_group/explain',
        params: { admin_id: adminId, node, ...(id === undefined ? {} : { id }), ...(field ? { field } : {}) },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: answerOf,
      keepUnusedDataFor: 0,
      providesTags: ['Bootstrap'],
    }),
  }),
});
