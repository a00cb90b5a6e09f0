/** Sends writes of staff and records their outcome. */
import { rowsApi } from '../engine/data/rowsApi';
import { api } from '../shared/api/api';
import { isCallFault } from '../shared/api/faults';
import { asRecord } from '../../common/json';
import type { ModelRun, StaffMember, RecordedWrite } from './actors';

/** The entity that staff work on. */
export const ENTITY = 'proof_row';

/** Registers work that must end before the run is checked. */
export const trackPending = (run: ModelRun, work: Promise<unknown>): void => {
  const tracked: Promise<unknown> = work.finally(() => run.pending.delete(tracked));
  run.pending.add(tracked);
};

/** Sends a write once and records its state. */
export async function send(run: ModelRun, write: RecordedWrite): Promise<void> {
  const person = run.staff[write.who];
  if (!person) return;
  const request = { url: write.url, method: 'POST', body: write.body, isSilent: true } as const;
  const isEdit = write.url === `/admin/${ENTITY}/edit`;
  const { data, error } = await (isEdit
    ? person.tab.store.dispatch(rowsApi.endpoints.update.initiate({ e: ENTITY, body: write.body }))
    : person.tab.store.dispatch(api.endpoints.request.initiate(request)));
  // The response names fields that the actor may not write; they keep their values.
  const ignored = asRecord(data)?.['ignored'];
  const isApplied = !isEdit || !Array.isArray(ignored) || ignored.length === 0;
  if (error === undefined) write.state = isApplied ? 'acked' : 'refused';
  // The client gave up or got no response: the server may have written or not.
  else if (!isCallFault(error) || ['network', 'timeout', 'cancelled', 'signed_out'].includes(error.kind)) {
    write.state = 'unknown';
    write.isUncertain = true;
  } else write.state = 'refused';
  // Browsers repeat a request whose connection closed; by then the permission may be gone.
  if (isCallFault(error) && error.status === 403) write.isUncertain = true;
  if (isCallFault(error)) write.answer = `${error.kind} ${error.status} ${error.code} ${error.msg}`;
  if (isCallFault(error) && error.status >= 500 && error.status !== 503 && !run.hasCrashed) {
    run.violations.push(`a write failed with ${error.status}: ${error.msg}`);
  }
}
/** Sends a write under a new idempotency key without waiting for the response. */
export function sendWrite(
  run: ModelRun,
  person: StaffMember,
  action: string,
  content: Readonly<Record<string, unknown>>,
): void {
  run.idempotencyKeys += 1;
  const mid = `proof-${run.startSeq}-${run.idempotencyKeys}`;
  const who = run.staff.indexOf(person);
  const write: RecordedWrite = {
    mid,
    who,
    url: `/admin/${ENTITY}/${action}`,
    body: { ...content, _mid: mid },
    state: 'sent',
    isUncertain: false,
    answer: '',
  };
  run.writes.push(write);
  trackPending(run, send(run, write));
}
