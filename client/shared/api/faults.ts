/** Errors of API calls in one serializable shape: network, HTTP status, fault code. */
import { asRecord } from '../../../common/json';

/**
 * `refused` envelope code 0 and the like · `conflict` 412 · `locked` 423 · `base_missing` 428 · `signed_out` 302 or a lost session ·
 * `http` any HTTP error · `cancelled` replaced by an equal later request, or no longer needed.
 */
export type FaultKind =
  'refused' | 'conflict' | 'locked' | 'base_missing' | 'signed_out' | 'http' | 'network' | 'timeout' | 'cancelled';
export interface CallFault {
  readonly kind: FaultKind;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Envelope code; 0 when there was no envelope. */
  readonly code: number;
  /** The message in the language of the screen; a server error has the id of the request on a second line. */
  readonly msg: string;
  readonly data: unknown;
}

const KIND_BY_CODE: Readonly<Record<number, FaultKind>> = { 412: 'conflict', 423: 'locked', 428: 'base_missing' };
export const getFaultKind = (code: number): FaultKind => KIND_BY_CODE[code] ?? 'refused';

/** Forms show conflicts and locks, nothing shows canceled calls; the rest becomes a toast. */
export const isShownAsToast = (fault: CallFault) => fault.kind === 'refused' || !isSilentKind(fault.kind);
const isSilentKind = (kind: FaultKind) =>
  kind === 'conflict' || kind === 'locked' || kind === 'base_missing' || kind === 'cancelled' || kind === 'signed_out';

export const isCallFault = (value: unknown): value is CallFault => {
  const raw = asRecord(value);
  return raw !== undefined && typeof raw['kind'] === 'string' && typeof raw['msg'] === 'string' && 'status' in raw;
};

/** The message of a failed call; `fallback` for an error of another kind, which has no text for people. */
export const getErrorText = (error: unknown, fallback: string): string => (isCallFault(error) ? error.msg : fallback);

/** The data of a canceled call that the person declined to confirm. */
export const DECLINED = { isDeclined: true } as const;

/** The response was lost or the server failed, so that a retry may succeed. */
export const isRetryable = (value: unknown): boolean =>
  isCallFault(value) &&
  asRecord(value.data)?.['isDeclined'] !== true &&
  (['network', 'timeout', 'cancelled'].includes(value.kind) || value.status >= 500);

/** The errors of fields that the form does not show, each with its label. */
export function otherFieldErrors(
  fault: unknown,
  shownFields: readonly string[],
  labels: Readonly<Partial<Record<string, string>>>,
): string {
  const others = Object.entries(fieldErrors(fault)).filter(([path]) => !shownFields.includes(path));
  return others.map(([path, message]) => `${labels[path] ?? path}: ${message}`).join(' · ');
}

/** The message of a form with one field: its error, then those of other fields with their labels; otherwise the message of the fault. */
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

/** The first error message of each field path in the data of a refusal. */
export function fieldErrors(fault: unknown): Readonly<Record<string, string>> {
  const fields = isCallFault(fault) ? asRecord(asRecord(fault.data)?.['fields']) : undefined;
  const entries = Object.entries(fields ?? {}).flatMap(([path, message]) => {
    const first: unknown = Array.isArray(message) ? message[0] : message;
    const text = typeof first === 'string' ? first : asRecord(first)?.['msg'];
    return typeof text === 'string' ? [[path, text] as const] : [];
  });
  return Object.fromEntries(entries);
}
