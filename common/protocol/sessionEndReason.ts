/** Why a session ended, as the person whose session it was is told. */
export const SESSION_END_REASONS = [
  /** The password was changed, by whomever. */
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
  /** A token that had been exchanged came back. */
  'safety',
  /** A look of support is over. */
  'support',
  /** Its time is over. */
  'expired',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** Reads an ending out of an answer. */
export const parseSessionEndReason = (value: unknown): SessionEndReason | undefined =>
  SESSION_END_REASONS.find((known) => known === value);
