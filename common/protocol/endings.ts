/** Why a session ended, as the person whose session it was is told. */
export const ENDINGS = [
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
export type Ending = (typeof ENDINGS)[number];

/** Reads an ending out of an answer. */
export const endingIn = (value: unknown): Ending | undefined => ENDINGS.find((known) => known === value);
