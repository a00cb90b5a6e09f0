/** What the house offers to who is not a member yet, or forgot the password. */
import { api } from '../../shared/api';
import { asRecord } from '../../shared/persist';
import { LOOK_MS } from '../../shared/useSignIn';
import type { Way } from './CodeField';

export interface JoiningForm {
  /** The owner closed the member centre as a whole. */
  readonly closed: boolean;
  readonly open: boolean;
  readonly ways: readonly Way[];
}
/** Nobody tells who has not signed in: the form looks for itself whether registration was opened or closed. */
const QUESTION = { url: '/api/user/checkIn', quiet: true, repeatable: true } as const;
const LOOKING = { pollingInterval: LOOK_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
const isWay = (value: unknown): value is Way => value === 'email' || value === 'mobile';

export function useJoiningForm(): JoiningForm | undefined {
  const { data } = api.useAskQuery(QUESTION, LOOKING);
  const raw = asRecord(data);
  if (raw === undefined) return undefined;
  const ways: unknown = raw['accountVerificationType'];
  return {
    closed: raw['openMemberCenter'] === false,
    open: raw['openRegistration'] === true,
    ways: Array.isArray(ways) ? ways.filter(isWay) : [],
  };
}
