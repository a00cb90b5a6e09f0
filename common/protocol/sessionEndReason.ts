/** Why a session ended, as its person reads it. */
export const SESSION_END_REASONS = [
  /** The password was changed. */
  'password',
  /** An address that opens the account was changed. */
  'address',
  /** The account is switched off or gone. */
  'disabled',
  /** Its owner ended it from another device. */
  'elsewhere',
  /** Staff ended it. */
  'staff',
  /** Its owner signed in on more devices than one may. */
  'crowded',
  /** A refresh token was used twice. */
  'safety',
  /** A support session ended. */
  'support',
  /** It expired. */
  'expired',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** Reads the reason from a response. */
export const parseSessionEndReason = (value: unknown): SessionEndReason | undefined =>
  SESSION_END_REASONS.find((known) => known === value);
