/** Second factors of admins. */
export const FACTOR_KINDS = ['otp', 'passkey', 'recovery'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The second factors of the own account: the response of `/admin/profile/factor`. */
export interface SecondFactorState {
  readonly otp: boolean;
  readonly passkeys: readonly PasskeySummary[];
  /** Recovery codes that were not used yet. */
  readonly recovery: number;
  /** A role group asks for a second factor. */
  readonly required: boolean;
}
export interface PasskeySummary {
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly create_time: number;
  readonly used_time: number | null;
}
