/** Everything that can go wrong with a call, in one serializable shape that screens can tell apart. */
import { asRecord } from './persist';

/**
 * `refused` envelope code 0 and the like · `conflict` 412 · `locked` 423 · `base_missing` 428 · `signed_out` 302 or a lost session ·
 * `http` any HTTP error · `cancelled` replaced by an equal later request, or nobody waits any more.
 */
export type FaultKind =
  'refused' | 'conflict' | 'locked' | 'base_missing' | 'signed_out' | 'http' | 'network' | 'timeout' | 'cancelled';
export interface CallFault {
  readonly kind: FaultKind;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Envelope code; 0 when there was no envelope. */
  readonly code: number;
  /** What to tell the person, in their language; of a server error, the id of the request on a second line. */
  readonly msg: string;
  readonly data: unknown;
}

const TYPED: Readonly<Record<number, FaultKind>> = { 412: 'conflict', 423: 'locked', 428: 'base_missing' };
export const kindOfCode = (code: number): FaultKind => TYPED[code] ?? 'refused';

/** Conflicts and locks are the form's to show, cancelled calls nobody's; only the rest becomes a toast. */
export const isSpoken = (fault: CallFault) => fault.kind === 'refused' || !isQuietKind(fault.kind);
const isQuietKind = (kind: FaultKind) =>
  kind === 'conflict' || kind === 'locked' || kind === 'base_missing' || kind === 'cancelled' || kind === 'signed_out';

export const isCallFault = (value: unknown): value is CallFault => {
  const raw = asRecord(value);
  return raw !== undefined && typeof raw['kind'] === 'string' && typeof raw['msg'] === 'string' && 'status' in raw;
};

/** Nobody refused: the answer was lost on the way, or there was nobody just then. Asking again may help. */
export const isLost = (value: unknown): boolean =>
  isCallFault(value) && (['network', 'timeout', 'cancelled'].includes(value.kind) || value.status >= 500);

/** What is refused of fields that a form does not show, each under its name. */
export function otherFaults(
  fault: unknown,
  shown: readonly string[],
  names: Readonly<Partial<Record<string, string>>>,
): string {
  const others = Object.entries(fieldFaults(fault)).filter(([path]) => !shown.includes(path));
  return others.map(([path, said]) => `${names[path] ?? path}: ${said}`).join(' · ');
}

/** What a form with one field says of a refusal: all that is refused, what belongs to other fields under their names. */
export function soleFault(
  fault: unknown,
  field: string,
  names: Readonly<Partial<Record<string, string>>> = {},
): string {
  const said = [fieldFaults(fault)[field] ?? '', otherFaults(fault, [field], names)].filter((text) => text !== '');
  return said.length > 0 || !isCallFault(fault) ? said.join(' · ') : fault.msg;
}

/** The complaints of an answer by field path, first one of each. */
export function fieldFaults(fault: unknown): Readonly<Record<string, string>> {
  const fields = isCallFault(fault) ? asRecord(asRecord(fault.data)?.['fields']) : undefined;
  const entries = Object.entries(fields ?? {}).flatMap(([path, said]) => {
    const first: unknown = Array.isArray(said) ? said[0] : said;
    const text = typeof first === 'string' ? first : asRecord(first)?.['msg'];
    return typeof text === 'string' ? [[path, text] as const] : [];
  });
  return Object.fromEntries(entries);
}
