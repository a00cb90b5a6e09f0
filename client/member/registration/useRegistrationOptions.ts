/** The registration options of the site: open or closed, and the verification channels. */
import { api } from '../../shared/api/api';
import { asRecord } from '../../../common/json';
import { SETTINGS_POLL_MS } from '../../shared/auth/useSignIn';
import type { VerificationChannel } from './VerificationCodeField';

export interface RegistrationOptions {
  /** The owner closed the member center. */
  readonly isClosed: boolean;
  readonly isOpen: boolean;
  readonly channels: readonly VerificationChannel[];
}
/** Polls, because signed-out pages have no live connection. */
const OPTIONS_REQUEST = { url: '/api/user/checkIn', isSilent: true, allowsParallel: true } as const;
const POLLING = {
  pollingInterval: SETTINGS_POLL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
const isChannel = (value: unknown): value is VerificationChannel => value === 'email' || value === 'mobile';

export function useRegistrationOptions(): RegistrationOptions | undefined {
  const { data } = api.useReadQuery(OPTIONS_REQUEST, POLLING);
  const raw = asRecord(data);
  if (raw === undefined) return undefined;
  const channels: unknown = raw['accountVerificationType'];
  return {
    isClosed: raw['openMemberCenter'] === false,
    isOpen: raw['openRegistration'] === true,
    channels: Array.isArray(channels) ? channels.filter(isChannel) : [],
  };
}
