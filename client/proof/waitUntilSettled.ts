/** Waits after a run until all faults are over and every screen equals the expected response to the same person. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getColumns } from '../../common/entity/columns';
import type { WireRow } from '../../common/entity/projectRow';
import type { ListResponse } from '../../common/protocol/liveEvents';
import { proofRow } from '../../server/proof/proofRow';
import { queryParams } from '../engine/data/listRequest';
import { asRecord } from '../../common/json';
import { toUrl, type HttpCall } from '../shared/api/transport';
import { applyAllPending } from './interpreter';
import { send } from './writes';
import { signInAgain, type ModelRun, type StaffMember } from './actors';
import type { OpenList } from './tab';

/** A difference that outlasts `silentMs` without traffic is a violation: resets, retries and backoff take less. */
export interface SettleTimeouts {
  readonly silentMs: number;
  readonly maxMs: number;
}

interface DirectResponse {
  readonly code: number;
  readonly data: unknown;
}
/** Asks the server as this person, without the proxy. */
async function fetchDirectly(run: ModelRun, { tab }: StaffMember, call: HttpCall): Promise<DirectResponse> {
  for (let tries = 0; tries < 3; tries += 1) {
    const token = tab.store.getState().session.admin?.person.token ?? '';
    const headers = { batoken: token, server: 'true' };
    // A keep-alive connection may close just when it is used again.
    const response = await fetch(run.server.url + toUrl(call), { headers }).catch(() => undefined);
    if (response === undefined) continue;
    const envelope = asRecord(await response.json());
    const code = Number(envelope?.['code']);
    if (code !== 409) return { code: response.status >= 300 ? response.status : code, data: envelope?.['data'] };
    await tab.app.refreshTokens('admin', token);
  }
  return { code: 409, data: null };
}

const differences = (what: string, shown: WireRow | undefined, expected: WireRow): string[] => {
  if (shown === undefined) return [`${what} is missing`];
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(shown[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${what} shows ${name} ${JSON.stringify(shown[name])} instead of ${JSON.stringify(value)}`);
};
const getRows = ({ tab }: StaffMember) => tab.store.getState().entities.rows['proof_row'] ?? {};

/** Compares total, rows and, when no change is pending, ids and order. */
async function checkList(run: ModelRun, person: StaffMember, { query, shown }: OpenList): Promise<string[]> {
  const readable = new Set(Object.keys(readableFields(person)));
  const columns = [...getColumns(proofRow).values()].filter(({ name }) => readable.has(name));
  const expected = await fetchDirectly(run, person, {
    url: '/admin/proof_row/index',
    params: queryParams(columns, query),
  });
  const name = `${person.username}: list ${JSON.stringify(query)}`;
  if (expected.code !== 1) return [];
  if (shown === undefined || shown.isLoading)
    return [
      `${name} has no response: ${shown?.isFetching ? 'fetching' : 'not fetching'}, ${readable.size} columns known`,
    ];
  const { list, total } = expected.data as ListResponse; // the server's contract
  const cached = getRows(person);
  const found = list.flatMap((row) => {
    const id = Number(row['id']);
    return shown.list.ids.includes(id) && !(id in shown.list.removed)
      ? differences(`${name} row ${id}`, cached[id]?.row, row)
      : [];
  });
  // A list that is marked stale fetches again when it is shown.
  if (shown.list.isStale) return found;
  if (shown.list.total !== total)
    found.push(
      `${name} counts ${shown.list.total} instead of ${total}: shows ${JSON.stringify(shown.list)}, expected ${list.map((row) => Number(row['id'])).join()}`,
    );
  const ids = list.map((row) => Number(row['id']));
  if (!shown.hasPending && JSON.stringify(shown.list.ids) !== JSON.stringify(ids))
    found.push(`${name} shows rows ${shown.list.ids.join()} instead of ${ids.join()}`);
  if (query.page === 1) {
    const missing = ids.filter((id) => !shown.list.ids.includes(id) && !shown.list.pendingIds.includes(id));
    const unannounced = shown.list.ids.length < query.limit || shown.list.reordered.length > 0 ? [] : missing;
    if (unannounced.length > 0 && Object.keys(shown.list.removed).length === 0)
      found.push(`${name} does not announce ${unannounced.join()}`);
  }
  return found;
}

const readableFields = ({ tab }: StaffMember): Readonly<Record<string, true>> => {
  const queries = Object.values(tab.store.getState().api.queries);
  const data = asRecord(queries.find((query) => query?.endpointName === 'bootstrap')?.data);
  const permissions = asRecord(asRecord(data?.['entities'])?.['proof_row']);
  const names = permissions?.['readable'];
  return Object.fromEntries(Array.isArray(names) ? names.map((name) => [String(name), true as const]) : []);
};

async function checkForm(run: ModelRun, person: StaffMember, id: number): Promise<string[]> {
  const expected = await fetchDirectly(run, person, { url: '/admin/proof_row/edit', params: { id } });
  if (expected.code !== 1) return [];
  const row = asRecord(asRecord(expected.data)?.['row']) as WireRow | undefined;
  const cached = getRows(person)[id];
  if (!row || !cached) return [];
  const known = Object.fromEntries(Object.entries(row).filter(([name]) => name in cached.row && name !== 'story'));
  return differences(`${person.username}: form ${id}`, cached.row, known);
}

async function checkStaff(run: ModelRun, person: StaffMember): Promise<string[]> {
  const { tab } = person;
  const { connection } = tab.store.getState();
  if (connection.status !== 'live') return [`${person.username} is ${connection.status}`];
  const listResponse = await fetchDirectly(run, person, { url: '/admin/proof_row/index', params: { limit: 1 } });
  if (listResponse.code !== 1) {
    const remainingRows = Object.keys(getRows(person)).length;
    return remainingRows > 0 ? [`${person.username} keeps ${remainingRows} rows it may no longer read`] : [];
  }
  const lists = await Promise.all(tab.lists().map((list) => checkList(run, person, list)));
  const forms = await Promise.all(person.forms.map(({ id }) => checkForm(run, person, id)));
  return [...lists.flat(), ...forms.flat()];
}

/** Repeats `step` until no screen differs; returns the differences that outlast the timeouts. */
async function waitForAgreement(
  run: ModelRun,
  { silentMs, maxMs }: SettleTimeouts,
  step: () => void,
): Promise<string[]> {
  const end = Date.now() + maxMs;
  let since = Date.now();
  for (;;) {
    step();
    await sleep(25);
    const found = (await Promise.all(run.staff.map((person) => checkStaff(run, person)))).flat();
    if (found.length === 0) return [];
    const lastActivity = Math.max(...run.staff.map(({ proxy }) => proxy.lastActivityAt()));
    // Reconnecting may take longer than the silence.
    const isReconnecting = run.staff.some(({ tab }) => tab.store.getState().connection.status !== 'live');
    since = isReconnecting ? Date.now() : Math.max(since, lastActivity);
    if (Date.now() > end || Date.now() - since > silentMs) return found;
    await sleep(60);
  }
}

async function waitForResponses(run: ModelRun): Promise<void> {
  while (run.pending.size > 0) await Promise.all([...run.pending]);
  // A person whose save met a network fault saves again, with the same idempotency key.
  for (let tries = 0; tries < 3; tries += 1) {
    const open = run.writes.filter(({ state }) => state === 'unknown' || state === 'sent');
    for (const write of open) await send(run, write);
    if (open.length === 0) return;
  }
}

/** Retries lists whose request failed. */
function retryAll({ staff }: ModelRun): void {
  for (const { tab } of staff)
    for (const { shown } of tab.lists()) if (shown?.fault && !shown.isFetching) shown.refetch();
}

/** Ends all faults, enables all accounts, waits for agreement and returns the violations. */
export async function waitUntilSettled(run: ModelRun, settleTimeouts: SettleTimeouts): Promise<string[]> {
  for (const person of run.staff) {
    person.proxy.mend();
    if (!person.isDisabled) continue;
    await run.server.update('admin', person.id, { status: 1 });
    await signInAgain(run, person);
  }
  for (const { tab } of run.staff) tab.hide(false);
  await waitForResponses(run);
  for (const { tab } of run.staff) tab.app.live.checkConnection();
  const before = await waitForAgreement(run, settleTimeouts, () => retryAll(run));
  if (before.length > 0) return before;
  return waitForAgreement(run, settleTimeouts, () => {
    retryAll(run);
    for (const person of run.staff) applyAllPending(person);
  });
}
