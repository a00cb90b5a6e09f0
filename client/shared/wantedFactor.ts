/** What a refusal says about a second factor that is missing. */
import { FACTOR_KINDS, type FactorKind } from '../../common/secondFactor';
import { isCallFault } from './faults';
import { asRecord, asText } from './persist';

export interface Wanted {
  /** Names the sign-in that goes on; empty when somebody signed in confirms something. */
  readonly ticket: string;
  readonly kinds: readonly FactorKind[];
}

/** The second factor a call asks for; undefined when it was refused for another reason. */
export function wantedFactor(error: unknown): Wanted | undefined {
  const raw = isCallFault(error) ? asRecord(asRecord(error.data)?.['secondFactor']) : undefined;
  const given = raw?.['kinds'];
  if (!Array.isArray(given)) return undefined;
  return { ticket: asText(raw?.['ticket'], 200), kinds: FACTOR_KINDS.filter((kind) => given.includes(kind)) };
}

/** Whether a call was refused because a second factor must be set up first. */
export const mustEnrol = (error: unknown): boolean => isCallFault(error) && asRecord(error.data)?.['enrol'] === true;
