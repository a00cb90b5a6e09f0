/** What the house offers to who is not a member yet, or forgot the password. */
import { api } from '../../shared/api/api';
import { asRecord } from '../../../common/json';
import { SETTINGS_POLL_MS } from '../../shared/auth/useSignIn';
import type { VerificationChannel } from './VerificationCodeField';

export interface RegistrationOptions {
  /** The owner closed the member centre as a whole. */
  readonly isClosed: boolean;
  readonly isOpen: boolean;
  readonly channels: readonly VerificationChannel[];
}
/** Nobody tells who has not signed in: the form looks for itself whether registration was opened or closed. */
const OPTIONS_REQUEST = { url: '/api/user/checkIn', isSilent: true, allowsParallel: true } as const;
const POLLING = {
  pollingInterval: SETTINGS_POLL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
const isChannel = (value: unknown): value is VerificationChannel => value === 'email' || value === 'mobile';

export function useRegistrationOptions(): RegistrationOptions | undefined {
  const { data } = api.useAskQuery(OPTIONS_REQUEST, POLLING);
  const raw = asRecord(data);
  if (raw === undefined) return undefined;
  const channels: unknown = raw['accountVerificationType'];
  return {
    isClosed: raw['openMemberCenter'] === false,
    isOpen: raw['openRegistration'] === true,
    channels: Array.isArray(channels) ? channels.filter(isChannel) : [],
  };
}
