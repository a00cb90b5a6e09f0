/** The calm after a run: lines mended, answers in, and every screen equal to a fresh answer as that person. */
import { setTimeout as sleep } from 'node:timers/promises';
import { columnsOf } from '../../common/entity/columns';
import type { WireRow } from '../../common/entity/projectRow';
import type { ListResponse } from '../../common/protocol/liveEvents';
import { proofRow } from '../../server/proof/proofRow';
import { queryParams } from '../engine/data/listRequest';
import { asRecord } from '../../common/json';
import { toUrl, type HttpCall } from '../shared/api/transport';
import { pressAll } from './play';
import { send } from './sending';
import { returnToWork, type Stage, type Staff } from './stage';
import type { OpenList } from './tab';

/** Silence that long without agreement is disagreement: resets, retries and backing off are over by then. */
export interface Patience {
  readonly silentMs: number;
  readonly atMostMs: number;
}

interface Fresh {
  readonly code: number;
  readonly data: unknown;
}
/** What the server says to this person now, past the faulty line. */
async function ask(stage: Stage, { tab }: Staff, call: HttpCall): Promise<Fresh> {
  for (let tries = 0; tries < 3; tries += 1) {
    const token = tab.store.getState().session.admin?.person.token ?? '';
    const headers = { batoken: token, server: 'true' };
    // A kept connection may end by its age just when it is used again.
    const answer = await fetch(stage.house.url + toUrl(call), { headers }).catch(() => undefined);
    if (answer === undefined) continue;
    const said = asRecord(await answer.json());
    const code = Number(said?.['code']);
    if (code !== 409) return { code: answer.status >= 300 ? answer.status : code, data: said?.['data'] };
    await tab.app.renewTokens('admin', token);
  }
  return { code: 409, data: null };
}

const differences = (what: string, shown: WireRow | undefined, fresh: WireRow): string[] => {
  if (shown === undefined) return [`${what} is not known`];
  return Object.entries(fresh)
    .filter(([name, value]) => JSON.stringify(shown[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${what} shows ${name} ${JSON.stringify(shown[name])} instead of ${JSON.stringify(value)}`);
};
const rowsOf = ({ tab }: Staff) => tab.store.getState().entities.rows['proof_row'] ?? {};

/** Total, rows and, once nothing waits to be shown, which rows in which order. */
async function judgeList(stage: Stage, person: Staff, { query, shown }: OpenList): Promise<string[]> {
  const readable = new Set(Object.keys(bootstrapFields(person)));
  const columns = [...columnsOf(proofRow).values()].filter(({ name }) => readable.has(name));
  const fresh = await ask(stage, person, { url: '/admin/proof_row/index', params: queryParams(columns, query) });
  const name = `${person.username}: list ${JSON.stringify(query)}`;
  if (fresh.code !== 1) return [];
  if (shown === undefined || shown.isLoading)
    return [`${name} was never answered: ${shown?.isFetching ? 'asked' : 'not asked'}, ${readable.size} columns known`];
  const { list, total } = fresh.data as ListResponse; // the server's contract
  const held = rowsOf(person);
  const found = list.flatMap((row) => {
    const id = Number(row['id']);
    return shown.list.ids.includes(id) && !(id in shown.list.removed)
      ? differences(`${name} row ${id}`, held[id]?.row, row)
      : [];
  });
  // A list that says it knows no better is believed, until it is shown.
  if (shown.list.isStale) return found;
  if (shown.list.total !== total)
    found.push(
      `${name} counts ${shown.list.total} instead of ${total}: shows ${JSON.stringify(shown.list)}, fresh ${list.map((row) => Number(row['id'])).join()}`,
    );
  const ids = list.map((row) => Number(row['id']));
  if (!shown.hasPending && JSON.stringify(shown.list.ids) !== JSON.stringify(ids))
    found.push(`${name} shows rows ${shown.list.ids.join()} instead of ${ids.join()}`);
  if (query.page === 1) {
    const missing = ids.filter((id) => !shown.list.ids.includes(id) && !shown.list.pendingIds.includes(id));
    const untold = shown.list.ids.length < query.limit || shown.list.reordered.length > 0 ? [] : missing;
    if (untold.length > 0 && Object.keys(shown.list.removed).length === 0)
      found.push(`${name} does not announce ${untold.join()}`);
  }
  return found;
}

const bootstrapFields = ({ tab }: Staff): Readonly<Record<string, true>> => {
  const queries = Object.values(tab.store.getState().api.queries);
  const data = asRecord(queries.find((query) => query?.endpointName === 'bootstrap')?.data);
  const rights = asRecord(asRecord(data?.['entities'])?.['proof_row']);
  const names = rights?.['readable'];
  return Object.fromEntries(Array.isArray(names) ? names.map((name) => [String(name), true as const]) : []);
};

async function judgeForm(stage: Stage, person: Staff, id: number): Promise<string[]> {
  const fresh = await ask(stage, person, { url: '/admin/proof_row/edit', params: { id } });
  if (fresh.code !== 1) return [];
  const row = asRecord(asRecord(fresh.data)?.['row']) as WireRow | undefined;
  const held = rowsOf(person)[id];
  if (!row || !held) return [];
  const known = Object.fromEntries(Object.entries(row).filter(([name]) => name in held.row && name !== 'story'));
  return differences(`${person.username}: form ${id}`, held.row, known);
}

async function judgePerson(stage: Stage, person: Staff): Promise<string[]> {
  const { tab } = person;
  const { connection } = tab.store.getState();
  if (connection.status !== 'live') return [`${person.username} is ${connection.status}`];
  const rights = await ask(stage, person, { url: '/admin/proof_row/index', params: { limit: 1 } });
  if (rights.code !== 1) {
    const left = Object.keys(rowsOf(person)).length;
    return left > 0 ? [`${person.username} keeps ${left} rows it may no longer read`] : [];
  }
  const lists = await Promise.all(tab.lists().map((list) => judgeList(stage, person, list)));
  const forms = await Promise.all(person.forms.map(({ id }) => judgeForm(stage, person, id)));
  return [...lists.flat(), ...forms.flat()];
}

/** Until nobody differs; what still differs after a long silence is returned. */
async function agree(stage: Stage, { silentMs, atMostMs }: Patience, step: () => void): Promise<string[]> {
  const end = Date.now() + atMostMs;
  let since = Date.now();
  for (;;) {
    step();
    await sleep(25);
    const found = (await Promise.all(stage.staff.map((person) => judgePerson(stage, person)))).flat();
    if (found.length === 0) return [];
    const heard = Math.max(...stage.staff.map(({ proxy }) => proxy.lastActivityAt()));
    // Who is still coming back is waited for as long as coming back may take.
    const away = stage.staff.some(({ tab }) => tab.store.getState().connection.status !== 'live');
    since = away ? Date.now() : Math.max(since, heard);
    if (Date.now() > end || Date.now() - since > silentMs) return found;
    await sleep(60);
  }
}

async function answered(stage: Stage): Promise<void> {
  while (stage.pending.size > 0) await Promise.all([...stage.pending]);
  // A person whose save met a broken line presses Save again: the same mutation id.
  for (let tries = 0; tries < 3; tries += 1) {
    const open = stage.writes.filter(({ state }) => state === 'unknown' || state === 'sent');
    for (const write of open) await send(stage, write);
    if (open.length === 0) return;
  }
}

/** A list that could not be fetched says so and offers to try again. */
function retryAll({ staff }: Stage): void {
  for (const { tab } of staff)
    for (const { shown } of tab.lists()) if (shown?.fault && !shown.isFetching) shown.refetch();
}

/** Ends all faults, waits for calm, and tells what is not as it should be. */
export async function settle(stage: Stage, patience: Patience): Promise<string[]> {
  for (const person of stage.staff) {
    person.proxy.mend();
    if (!person.disabled) continue;
    await stage.house.update('admin', person.id, { status: 1 });
    await returnToWork(stage, person);
  }
  for (const { tab } of stage.staff) tab.hide(false);
  await answered(stage);
  for (const { tab } of stage.staff) tab.app.live.checkConnection();
  const before = await agree(stage, patience, () => retryAll(stage));
  if (before.length > 0) return before;
  return agree(stage, patience, () => {
    retryAll(stage);
    for (const person of stage.staff) pressAll(person);
  });
}
