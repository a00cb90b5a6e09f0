/** Executes commands through the client modules that the console uses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL, type Filter, type SortKey } from '../../common/entity/filter';
import type { WireRow } from '../../common/entity/projectRow';
import { rowsApi } from '../engine/data/rowsApi';
import type { Command } from './command';
import { ENTITY, trackPending, sendWrite } from './writes';
import { PRESETS, type ModelRun, type StaffMember } from './actors';

const FIELDS = ['title', 'note', 'hint', 'note', 'rank', 'status', 'title', 'hint'] as const;
const SIZES = [3, 5, 10, 50] as const;
const SORTS: readonly (readonly SortKey[])[] = [
  [{ field: 'id', dir: 'desc' }],
  [{ field: 'title', dir: 'asc' }],
  [{ field: 'rank', dir: 'desc' }],
  [{ field: 'weigh', dir: 'desc' }],
];
const filters = (staff: readonly StaffMember[]): readonly Filter[] => [
  MATCH_ALL,
  { all: [{ field: 'status', op: '=', value: 1 }] },
  { all: [{ field: 'rank', op: 'RANGE', value: [2, 6] }] },
  { all: [{ field: 'owner_id', op: '=', value: staff[1]?.id ?? 1 }] },
  {
    all: [
      { field: 'rank', op: '>', value: 3 },
      { field: 'status', op: '=', value: 1 },
    ],
  },
];

const nextTick = () => new Promise<void>((done) => setImmediate(done));
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const nextCanary = (run: ModelRun, field: string): string => {
  run.canaries += 1;
  return `CANARY-${ENTITY}-${run.startSeq}-${field}-${run.canaries}.`;
};
interface KnownRow {
  readonly id: number;
  readonly revision: number;
  readonly row: WireRow;
  readonly isDeleted: boolean;
}
const knownRows = ({ tab }: StaffMember): readonly KnownRow[] =>
  Object.entries(tab.store.getState().entities.rows[ENTITY] ?? {}).map(([id, cachedRow]) => ({
    id: Number(id),
    revision: cachedRow.revision,
    row: cachedRow.row,
    isDeleted: cachedRow.isDeleted === true,
  }));
const existingRows = (person: StaffMember) => knownRows(person).filter(({ isDeleted }) => !isDeleted);

const createRowValues = (run: ModelRun, rank: number) => ({
  title: nextCanary(run, 'title'),
  note: nextCanary(run, 'note'),
  hint: nextCanary(run, 'hint'),
  story: nextCanary(run, 'story'),
  rank,
  status: rank % 3 === 0 ? 0 : 1,
  ...(run.canaries % 7 === 0 ? { pass: nextCanary(run, 'pass') } : {}),
});

function editRow(run: ModelRun, person: StaffMember, command: Extract<Command, { do: 'patch' }>): void {
  const row = pick(existingRows(person), command.row);
  if (!row) return;
  // The first row a person saw stays the base of all their stale edits.
  if (command.stale && !person.memory.has(row.id)) person.memory.set(row.id, { revision: row.revision, row: row.row });
  const base = command.stale ? (person.memory.get(row.id) ?? row) : row;
  const field = FIELDS[command.field % FIELDS.length] ?? 'note';
  if (!(field in base.row)) return;
  const value =
    field === 'rank'
      ? (run.canaries * 5) % 9
      : field === 'status'
        ? 1 - Number(base.row['status'])
        : nextCanary(run, field);
  run.canaries += 1;
  sendWrite(run, person, 'edit', {
    id: row.id,
    revision: base.revision,
    _base: { [field]: base.row[field] ?? null },
    [field]: value,
  });
}

async function openForm(person: StaffMember, id: number): Promise<void> {
  const { store } = person.tab;
  const { data } = await store.dispatch(rowsApi.endpoints.get.initiate({ e: ENTITY, id }, { forceRefetch: true }));
  const cachedRow = store.getState().entities.rows[ENTITY]?.[id];
  if (!data || !cachedRow) return;
  person.memory.set(id, { revision: cachedRow.revision, row: cachedRow.row });
  person.forms.push({ id, stop: person.tab.openForm(id) });
}

function runStaffCommand(run: ModelRun, person: StaffMember, command: Command): void | Promise<void> {
  const { tab, proxy } = person;
  const { store } = tab;
  switch (command.do) {
    case 'create': {
      sendWrite(run, person, 'add', createRowValues(run, run.canaries % 9));
      return;
    }
    case 'bulk': {
      sendWrite(run, person, 'batchAdd', { list: [1, 4, 7].map((rank) => createRowValues(run, rank)) });
      return;
    }
    case 'patch': {
      editRow(run, person, command);
      return;
    }
    case 'remove': {
      const row = pick(existingRows(person), command.row);
      if (row)
        trackPending(
          run,
          store.dispatch(
            rowsApi.endpoints.remove.initiate({ e: ENTITY, ids: [row.id], revisions: { [row.id]: row.revision } }),
          ),
        );
      return;
    }
    case 'restore': {
      const row = pick(
        knownRows(person).filter(({ isDeleted }) => isDeleted),
        command.row,
      );
      if (row) sendWrite(run, person, 'restore', { ids: [row.id] });
      return;
    }
    case 'sort': {
      const rows = existingRows(person);
      const [row, to] = [pick(rows, command.row), pick(rows, command.to)];
      if (row && to)
        trackPending(run, store.dispatch(rowsApi.endpoints.sort.initiate({ e: ENTITY, id: row.id, targetId: to.id })));
      return;
    }
    case 'openList': {
      if (tab.lists().length >= 3) return;
      const [where, sort] = [pick(filters(run.staff), command.filter), pick(SORTS, command.sort)];
      const limit = pick(SIZES, command.size) ?? 10;
      tab.openList({ page: command.size > 5 ? 2 : 1, limit, where: where ?? MATCH_ALL, sort: sort ?? [] });
      return;
    }
    // The same list again, or another page of the same rows: they share a response, or a topic at another cursor.
    case 'openSecondList': {
      const [first] = tab.lists();
      if (first === undefined || tab.lists().length >= 3) return;
      tab.openList(run.canaries % 2 === 0 ? first.query : { ...first.query, page: 1, limit: 50 });
      return;
    }
    case 'closeList': {
      const [first] = tab.lists();
      if (first) tab.closeList(first.key);
      return;
    }
    case 'openForm': {
      const row = pick(existingRows(person), command.row);
      if (row) trackPending(run, openForm(person, row.id));
      return;
    }
    case 'closeForm':
      return person.forms.shift()?.stop();
    case 'applyPending': {
      applyAllPending(person);
      return;
    }
    case 'hide': {
      tab.hide(command.hidden);
      return;
    }
    case 'expire':
      if (person.isExpired) return;
      person.isExpired = true;
      return run.server.expireTokens(person.id);
    case 'cutConnection': {
      proxy.cut();
      restoreSoon(person);
      return;
    }
    case 'halfOpenConnection': {
      proxy.halfOpen();
      restoreSoon(person);
      return;
    }
    case 'cutAfterBytes': {
      proxy.cutAfter(40 + command.amount * 137);
      restoreSoon(person);
      return;
    }
    case 'delay': {
      proxy.delay(command.amount * 15);
      return;
    }
    case 'delayResponses':
      proxy.delayResponses(command.amount * 50);
      return;
    case 'throttle': {
      proxy.throttle(4_000 + command.amount * 4_000);
      return;
    }
    case 'restoreConnection': {
      proxy.mend();
      tab.app.live.checkConnection();
      return;
    }
    default:
      return;
  }
}

/** Faults end after this time: most interleavings need a working connection. */
const DOWN_MS = 150;
const restoreSoon = ({ proxy, tab }: StaffMember): void => {
  setTimeout(() => {
    proxy.mend();
    tab.app.live.checkConnection();
  }, DOWN_MS);
};

export const applyAllPending = ({ tab }: StaffMember): void => {
  for (const { shown } of tab.lists()) if (shown?.hasPending) shown.applyPending();
};

async function runServerCommand(run: ModelRun, command: Command): Promise<void> {
  const { server, staff } = run;
  switch (command.do) {
    case 'wait':
      return sleep(command.amount * 12);
    case 'permissions': {
      const person = staff[1 + (command.who % (staff.length - 1))];
      const preset = pick(PRESETS, command.preset);
      if (person?.group && preset)
        await server.update('admin_group', person.group, { ...preset, rules: [...preset.rules] });
      return;
    }
    case 'move': {
      const row = pick(staff[0] ? existingRows(staff[0]) : [], command.row);
      const owner = pick(staff, command.to);
      if (row && owner)
        await server
          .update(ENTITY, row.id, { owner_id: owner.id, note: nextCanary(run, 'note') })
          .catch(() => undefined);
      return;
    }
    case 'disable': {
      const person = staff[1 + (command.who % (staff.length - 1))];
      if (!person) return;
      person.isDisabled = true;
      return server.update('admin', person.id, { status: 0 });
    }
    case 'crash': {
      run.hasCrashed = true;
      for (const { proxy } of staff) proxy.cut();
      await server.restart();
      for (const { proxy } of staff) proxy.mend();
      return;
    }
    default:
      return;
  }
}

/** Executes commands one after the other without waiting for their writes and reads, so that these overlap. */
export async function runCommands(run: ModelRun, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const person = 'who' in command ? pick(run.staff, command.who) : undefined;
    if (['wait', 'permissions', 'move', 'disable', 'crash'].includes(command.do)) await runServerCommand(run, command);
    else if (person && !person.isDisabled) await runStaffCommand(run, person, command);
    await nextTick();
  }
}
