/** Maps a rejected save to a draft event, for any server response. */
import type { ActorRef, RemoteFieldChange, FieldConflict } from '../../../common/protocol/liveEvents';
import { fieldErrors, isCallFault, type CallFault } from '../../shared/api/faults';
import { asRecord, asString, asInteger } from '../../../common/json';
import type { Draft, DraftEvent } from '../formState/draft';

/** The field of an error path. */
export const rootField = (path: string): string => path.split('.')[0] ?? path;

function parseActor(value: unknown): ActorRef | null {
  const raw = asRecord(value);
  const name = asString(raw?.['name']);
  return name === '' ? null : { id: asString(raw?.['id']), name };
}

/** Entries with a field name; the rest of their shape is the server's contract. */
const withField = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.filter((item) => asString(asRecord(item)?.['field']) !== '') : [];

function conflictEvent(data: unknown): DraftEvent {
  const raw = asRecord(data) ?? {};
  if (raw['kind'] === 'deleted') return { type: 'removed', removal: { why: 'deleted', by: parseActor(raw['by']) } };
  const fields = withField(raw['fields']) as readonly FieldConflict[];
  const merged = withField(raw['merged']) as readonly RemoteFieldChange[];
  const detailsFlag = fields.length === 0 ? { lacksDetails: true as const } : {};
  return { type: 'conflicted', conflict: { revision: asInteger(raw['revision']), merged, fields, ...detailsFlag } };
}

function faultsByRootField(fault: CallFault): Draft['faults'] {
  const messages = Object.entries(fieldErrors(fault)).map(([path, text]) => [rootField(path), text] as const);
  return Object.fromEntries(messages);
}

/** Whether the rejection asks for the approval of another admin. */
export const requiresApproval = (fault: unknown): boolean =>
  isCallFault(fault) && asRecord(fault.data)?.['secondPerson'] === true;

export function rejectionToDraftEvent(fault: unknown): DraftEvent {
  if (!isCallFault(fault)) return { type: 'rejected', faults: {} };
  const faults = faultsByRootField(fault);
  const hasFieldErrors = Object.keys(faults).length > 0;
  if (fault.kind === 'base_missing' || (fault.kind === 'conflict' && !hasFieldErrors)) return conflictEvent(fault.data);
  if (fault.status === 404) return { type: 'removed', removal: { why: 'missing', by: null } };
  const lostFlag = fault.kind === 'network' || fault.kind === 'timeout' ? { lost: true as const } : {};
  return {
    type: 'rejected',
    faults,
    ...lostFlag,
    ...(requiresApproval(fault) ? { needsApproval: true as const } : {}),
  };
}
