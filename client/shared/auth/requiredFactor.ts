/** Parses from a refusal which second factor the server requires. */
import { FACTOR_KINDS, type FactorKind } from '../../../common/secondFactor';
import { isCallFault } from '../api/faults';
import { asRecord, asString } from '../../../common/json';

export interface RequiredFactor {
  /** Identifies the pending sign-in; empty if a signed-in person confirms a request. */
  readonly ticket: string;
  readonly kinds: readonly FactorKind[];
}

/** The required second factor; undefined if the call was refused for another reason. */
export function parseRequiredFactor(error: unknown): RequiredFactor | undefined {
  const raw = isCallFault(error) ? asRecord(asRecord(error.data)?.['secondFactor']) : undefined;
  const kinds = raw?.['kinds'];
  if (!Array.isArray(kinds)) return undefined;
  return { ticket: asString(raw?.['ticket'], 200), kinds: FACTOR_KINDS.filter((kind) => kinds.includes(kind)) };
}

/** Whether a call was refused because a second factor must be set up first. */
export const needsEnrolment = (error: unknown): boolean =>
  isCallFault(error) && asRecord(error.data)?.['enrol'] === true;
