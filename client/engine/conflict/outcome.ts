/** What a refused save means for the draft; whatever the server says or leaves out, one of these follows. */
import type { ActorRef, FieldChange, FieldConflict } from '../../../common/protocol/live';
import { fieldFaults, isCallFault, type CallFault } from '../../shared/faults';
import { asRecord, asText, asWhole } from '../../shared/persist';
import type { Draft, DraftEvent } from '../draft';

/** The field a complaint about a part of it belongs to. */
export const rootOf = (path: string): string => path.split('.')[0] ?? path;

function personOf(value: unknown): ActorRef | null {
  const raw = asRecord(value);
  const name = asText(raw?.['name']);
  return name === '' ? null : { id: asText(raw?.['id']), name };
}

/** The entries of a list that name a field; the rest of their shape is the server's contract. */
const named = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.filter((item) => asText(asRecord(item)?.['field']) !== '') : [];

function clashOf(data: unknown): DraftEvent {
  const raw = asRecord(data) ?? {};
  if (raw['kind'] === 'deleted') return { type: 'gone', departure: { why: 'deleted', by: personOf(raw['by']) } };
  const fields = named(raw['fields']) as readonly FieldConflict[];
  const merged = named(raw['merged']) as readonly FieldChange[];
  const bare = fields.length === 0 ? { bare: true as const } : {};
  return { type: 'clashed', clash: { revision: asWhole(raw['revision']), merged, fields, ...bare } };
}

function faultsOf(fault: CallFault): Draft['faults'] {
  const said = Object.entries(fieldFaults(fault)).map(([path, text]) => [rootOf(path), text] as const);
  return Object.fromEntries(said);
}

/** Whether a refusal asks for the approval of another admin. */
export const needsApproval = (fault: unknown): boolean =>
  isCallFault(fault) && asRecord(fault.data)?.['secondPerson'] === true;

export function outcomeOf(fault: unknown): DraftEvent {
  if (!isCallFault(fault)) return { type: 'refused', faults: {} };
  const faults = faultsOf(fault);
  const complains = Object.keys(faults).length > 0;
  if (fault.kind === 'base_missing' || (fault.kind === 'conflict' && !complains)) return clashOf(fault.data);
  if (fault.status === 404) return { type: 'gone', departure: { why: 'missing', by: null } };
  const lost = fault.kind === 'network' || fault.kind === 'timeout' ? { lost: true as const } : {};
  return { type: 'refused', faults, ...lost, ...(needsApproval(fault) ? { needsApproval: true as const } : {}) };
}
