/** Everything that can go wrong with a call, in one serializable shape that screens can tell apart. */
import { asRecord } from '../../../common/json';

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

const KIND_BY_CODE: Readonly<Record<number, FaultKind>> = { 412: 'conflict', 423: 'locked', 428: 'base_missing' };
export const faultKindOf = (code: number): FaultKind => KIND_BY_CODE[code] ?? 'refused';

/** Conflicts and locks are the form's to show, cancelled calls nobody's; only the rest becomes a toast. */
export const isShownAsToast = (fault: CallFault) => fault.kind === 'refused' || !isSilentKind(fault.kind);
const isSilentKind = (kind: FaultKind) =>
  kind === 'conflict' || kind === 'locked' || kind === 'base_missing' || kind === 'cancelled' || kind === 'signed_out';

export const isCallFault = (value: unknown): value is CallFault => {
  const raw = asRecord(value);
  return raw !== undefined && typeof raw['kind'] === 'string' && typeof raw['msg'] === 'string' && 'status' in raw;
};

/** Nobody refused: the answer was lost on the way, or there was nobody just then. Asking again may help. */
export const isRetryable = (value: unknown): boolean =>
  isCallFault(value) && (['network', 'timeout', 'cancelled'].includes(value.kind) || value.status >= 500);

/** What is refused of fields that a form does not show, each under its name. */
export function otherFieldErrors(
  fault: unknown,
  shownFields: readonly string[],
  labels: Readonly<Partial<Record<string, string>>>,
): string {
  const others = Object.entries(fieldErrors(fault)).filter(([path]) => !shownFields.includes(path));
  return others.map(([path, message]) => `${labels[path] ?? path}: ${message}`).join(' · ');
}

/** What a form with one field says of a refusal: all that is refused, what belongs to other fields under their names. */
export function singleFieldError(
  fault: unknown,
  field: string,
  labels: Readonly<Partial<Record<string, string>>> = {},
): string {
  const message = [fieldErrors(fault)[field] ?? '', otherFieldErrors(fault, [field], labels)].filter(
    (text) => text !== '',
  );
  return message.length > 0 || !isCallFault(fault) ? message.join(' · ') : fault.msg;
}

/** The complaints of an answer by field path, first one of each. */
export function fieldErrors(fault: unknown): Readonly<Record<string, string>> {
  const fields = isCallFault(fault) ? asRecord(asRecord(fault.data)?.['fields']) : undefined;
  const entries = Object.entries(fields ?? {}).flatMap(([path, message]) => {
    const first: unknown = Array.isArray(message) ? message[0] : message;
    const text = typeof first === 'string' ? first : asRecord(first)?.['msg'];
    return typeof text === 'string' ? [[path, text] as const] : [];
  });
  return Object.fromEntries(entries);
}
