/** Sends what a person writes, and remembers what he was told became of it. */
import { rowsApi } from '../engine/data/rowsApi';
import { api } from '../shared/api/api';
import { isCallFault } from '../shared/api/faults';
import { asRecord } from '../../common/json';
import type { Stage, Staff, Write } from './stage';

/** The noun of the proof. */
export const E = 'proof_row';

/** Work the play waits for at its end. */
export const later = (stage: Stage, work: Promise<unknown>): void => {
  const kept: Promise<unknown> = work.finally(() => stage.pending.delete(kept));
  stage.pending.add(kept);
};

/** Sends a write once, and remembers what the sender was told. */
export async function send(stage: Stage, write: Write): Promise<void> {
  const person = stage.staff[write.who];
  if (!person) return;
  const request = { url: write.url, method: 'POST', body: write.body, isSilent: true } as const;
  const isEdit = write.url === `/admin/${E}/edit`;
  const { data, error } = await (isEdit
    ? person.tab.store.dispatch(rowsApi.endpoints.update.initiate({ e: E, body: write.body }))
    : person.tab.store.dispatch(api.endpoints.request.initiate(request)));
  // What may not be written is named in the answer and left as it was.
  const ignored = asRecord(data)?.['ignored'];
  const heeded = !isEdit || !Array.isArray(ignored) || ignored.length === 0;
  if (error === undefined) write.state = heeded ? 'acked' : 'refused';
  // Given up by the client itself, or nobody knows what became of it.
  else if (!isCallFault(error) || ['network', 'timeout', 'cancelled', 'signed_out'].includes(error.kind)) {
    write.state = 'unknown';
    write.doubtful = true;
  } else write.state = 'refused';
  // Browsers repeat by themselves what a dying connection took along; by then the right to it may be gone.
  if (isCallFault(error) && error.status === 403) write.doubtful = true;
  if (isCallFault(error)) write.answer = `${error.kind} ${error.status} ${error.code} ${error.msg}`;
  if (isCallFault(error) && error.status >= 500 && error.status !== 503 && !stage.crashed) {
    stage.violations.push(`a write was answered with ${error.status}: ${error.msg}`);
  }
}
/** Writes under a mutation id of its own; nobody waits for the answer. */
export function write(stage: Stage, person: Staff, action: string, content: Readonly<Record<string, unknown>>): void {
  stage.mids += 1;
  const mid = `proof-${stage.start}-${stage.mids}`;
  const who = stage.staff.indexOf(person);
  const one: Write = {
    mid,
    who,
    url: `/admin/${E}/${action}`,
    body: { ...content, _mid: mid },
    state: 'sent',
    doubtful: false,
    answer: '',
  };
  stage.writes.push(one);
  later(stage, send(stage, one));
}
