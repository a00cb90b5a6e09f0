/** One's own second factors: what there is, and every request that changes it. */
import { useState } from 'react';
import type { FactorState } from '../../../common/secondFactor';
import { api } from '../../shared/api';
import { isCallFault } from '../../shared/faults';
import { asRecord, asText, asWhole } from '../../shared/persist';
import { rowsIn } from '../../shared/account/rowsIn';

const READ = { url: '/admin/profile/factor', quiet: true, repeatable: true };

export interface Factor {
  readonly state: FactorState;
  readonly ready: boolean;
  readonly busy: boolean;
  /** Recovery codes that were just made; shown until they are put away. */
  readonly codes: readonly string[];
  readonly putAway: () => void;
  /** Answers the data, or what was refused in words; `announce` shows what the server says of the success. */
  readonly send: (what: string, body?: object, announce?: boolean) => Promise<Sent>;
}
export type Sent = { readonly data: Readonly<Record<string, unknown>> } | { readonly refusal: string };

/** Reads the answer, whatever it leaves out. */
function stateOf(value: unknown): FactorState {
  const raw = asRecord(value) ?? {};
  const passkeys = rowsIn({ list: raw['passkeys'] }).map((one) => ({
    id: asText(one['id']),
    name: asText(one['name']),
    create_time: asWhole(one['create_time']),
    used_time: one['used_time'] === null ? null : asWhole(one['used_time']),
  }));
  return { otp: raw['otp'] === true, passkeys, recovery: asWhole(raw['recovery']), required: raw['required'] === true };
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function useFactor(): Factor {
  const { data, refetch } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const [ask, { isLoading }] = api.useRequestMutation();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const send: Factor['send'] = async (what, body = {}, announce = false) => {
    const answer = await ask({ url: `/admin/profile/${what}`, method: 'POST', body, quiet: true, announce });
    if (answer.error !== undefined) return { refusal: isCallFault(answer.error) ? answer.error.msg : '?' };
    const given = asRecord(answer.data) ?? {};
    if (Array.isArray(given['codes'])) setCodes(textsIn(given['codes']));
    void refetch();
    return { data: given };
  };
  return {
    state: stateOf(data),
    ready: data !== undefined,
    busy: isLoading,
    codes,
    putAway: () => setCodes([]),
    send,
  };
}
