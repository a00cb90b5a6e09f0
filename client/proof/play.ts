/** What each command does, through the parts of the console that do it for people. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL, type Filter, type SortKey } from '../../common/entity/filter';
import type { WireRow } from '../../common/entity/projectRow';
import { rowsApi } from '../engine/data/rowsApi';
import type { Command } from './command';
import { E, later, write } from './sending';
import { PRESETS, type Stage, type Staff } from './stage';

const FIELDS = ['title', 'note', 'hint', 'note', 'rank', 'status', 'title', 'hint'] as const;
const SIZES = [3, 5, 10, 50] as const;
const SORTS: readonly (readonly SortKey[])[] = [
  [{ field: 'id', dir: 'desc' }],
  [{ field: 'title', dir: 'asc' }],
  [{ field: 'rank', dir: 'desc' }],
  [{ field: 'weigh', dir: 'desc' }],
];
const filters = (staff: readonly Staff[]): readonly Filter[] => [
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

const turn = () => new Promise<void>((done) => setImmediate(done));
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const canary = (stage: Stage, field: string): string => {
  stage.canary += 1;
  return `CANARY-${E}-${stage.start}-${field}-${stage.canary}.`;
};
interface Known {
  readonly id: number;
  readonly v: number;
  readonly row: WireRow;
  readonly gone: boolean;
}
const known = ({ tab }: Staff): readonly Known[] =>
  Object.entries(tab.store.getState().entities.rows[E] ?? {}).map(([id, held]) => ({
    ...{ id: Number(id), v: held.revision, row: held.row, gone: held.isDeleted === true },
  }));
const living = (person: Staff) => known(person).filter(({ gone }) => !gone);

const draftOf = (stage: Stage, rank: number) => ({
  ...{ title: canary(stage, 'title'), note: canary(stage, 'note'), hint: canary(stage, 'hint') },
  ...{ story: canary(stage, 'story'), rank, status: rank % 3 === 0 ? 0 : 1 },
  ...(stage.canary % 7 === 0 ? { pass: canary(stage, 'pass') } : {}),
});

function patch(stage: Stage, person: Staff, command: Extract<Command, { do: 'patch' }>): void {
  const row = pick(living(person), command.row);
  if (!row) return;
  // What somebody once saw stays what his next stale edit is based on.
  if (command.stale && !person.memory.has(row.id)) person.memory.set(row.id, { v: row.v, row: row.row });
  const base = command.stale ? (person.memory.get(row.id) ?? row) : row;
  const field = FIELDS[command.field % FIELDS.length] ?? 'note';
  if (!(field in base.row)) return;
  const value =
    field === 'rank'
      ? (stage.canary * 5) % 9
      : field === 'status'
        ? 1 - Number(base.row['status'])
        : canary(stage, field);
  stage.canary += 1;
  write(stage, person, 'edit', {
    ...{ id: row.id, revision: base.v, _base: { [field]: base.row[field] ?? null } },
    [field]: value,
  });
}

async function openForm(person: Staff, id: number): Promise<void> {
  const { store, openForm: show } = person.tab;
  const { data } = await store.dispatch(rowsApi.endpoints.get.initiate({ e: E, id }, { forceRefetch: true }));
  const held = store.getState().entities.rows[E]?.[id];
  if (!data || !held) return;
  person.memory.set(id, { v: held.revision, row: held.row });
  person.forms.push({ id, stop: show(id) });
}

function byOne(stage: Stage, person: Staff, command: Command): void | Promise<void> {
  const { tab, proxy } = person;
  const { store } = tab;
  switch (command.do) {
    case 'create': {
      write(stage, person, 'add', draftOf(stage, stage.canary % 9));
      return;
    }
    case 'bulk': {
      write(stage, person, 'batchAdd', { list: [1, 4, 7].map((rank) => draftOf(stage, rank)) });
      return;
    }
    case 'patch': {
      patch(stage, person, command);
      return;
    }
    case 'remove': {
      const row = pick(living(person), command.row);
      if (row)
        later(
          stage,
          store.dispatch(rowsApi.endpoints.remove.initiate({ e: E, ids: [row.id], revisions: { [row.id]: row.v } })),
        );
      return;
    }
    case 'restore': {
      const row = pick(
        known(person).filter(({ gone }) => gone),
        command.row,
      );
      if (row) write(stage, person, 'restore', { ids: [row.id] });
      return;
    }
    case 'sort': {
      const rows = living(person);
      const [row, to] = [pick(rows, command.row), pick(rows, command.to)];
      if (row && to)
        later(stage, store.dispatch(rowsApi.endpoints.sort.initiate({ e: E, id: row.id, targetId: to.id })));
      return;
    }
    case 'openList': {
      if (tab.lists().length >= 3) return;
      const [where, sort] = [pick(filters(stage.staff), command.filter), pick(SORTS, command.sort)];
      const limit = pick(SIZES, command.size) ?? 10;
      tab.openList({ page: command.size > 5 ? 2 : 1, limit, where: where ?? MATCH_ALL, sort: sort ?? [] });
      return;
    }
    // The same list once more, or another page of the same rows: they share an answer, or a topic at another place.
    case 'twin': {
      const [first] = tab.lists();
      if (first === undefined || tab.lists().length >= 3) return;
      tab.openList(stage.canary % 2 === 0 ? first.query : { ...first.query, page: 1, limit: 50 });
      return;
    }
    case 'closeList': {
      const [first] = tab.lists();
      if (first) tab.closeList(first.key);
      return;
    }
    case 'openForm': {
      const row = pick(living(person), command.row);
      if (row) later(stage, openForm(person, row.id));
      return;
    }
    case 'closeForm':
      return person.forms.shift()?.stop();
    case 'press': {
      pressAll(person);
      return;
    }
    case 'hide': {
      tab.hide(command.hidden);
      return;
    }
    case 'expire':
      if (person.expired) return;
      person.expired = true;
      return stage.house.expireTokens(person.id);
    case 'cut': {
      proxy.cut();
      mendSoon(person);
      return;
    }
    case 'half': {
      proxy.halfOpen();
      mendSoon(person);
      return;
    }
    case 'tear': {
      proxy.tearAfter(40 + command.much * 137);
      mendSoon(person);
      return;
    }
    case 'delay': {
      proxy.delay(command.much * 15);
      return;
    }
    case 'lag':
      proxy.delayAnswers(command.much * 50);
      return;
    case 'throttle': {
      proxy.throttle(4_000 + command.much * 4_000);
      return;
    }
    case 'mend': {
      proxy.mend();
      tab.app.live.checkConnection();
      return;
    }
    default:
      return;
  }
}

/** Lines are down for a moment, not for the rest of the run: most of what is worth seeing happens on living ones. */
const DOWN_MS = 150;
const mendSoon = ({ proxy, tab }: Staff): void => {
  setTimeout(() => {
    proxy.mend();
    tab.app.live.checkConnection();
  }, DOWN_MS);
};

export const pressAll = ({ tab }: Staff): void => {
  for (const { shown } of tab.lists()) if (shown?.hasPending) shown.applyPending();
};

async function byHouse(stage: Stage, command: Command): Promise<void> {
  const { house, staff } = stage;
  switch (command.do) {
    case 'wait':
      return sleep(command.much * 12);
    case 'rights': {
      const person = staff[1 + (command.who % (staff.length - 1))];
      const preset = pick(PRESETS, command.preset);
      if (person?.group && preset)
        await house.update('admin_group', person.group, { ...preset, rules: [...preset.rules] });
      return;
    }
    case 'move': {
      const row = pick(staff[0] ? living(staff[0]) : [], command.row);
      const owner = pick(staff, command.to);
      if (row && owner)
        await house.update(E, row.id, { owner_id: owner.id, note: canary(stage, 'note') }).catch(() => undefined);
      return;
    }
    case 'disable': {
      const person = staff[1 + (command.who % (staff.length - 1))];
      if (!person) return;
      person.disabled = true;
      return house.update('admin', person.id, { status: 0 });
    }
    case 'crash': {
      stage.crashed = true;
      for (const { proxy } of staff) proxy.cut();
      await house.restart();
      for (const { proxy } of staff) proxy.mend();
      return;
    }
    default:
      return;
  }
}

/** Plays commands one after the other; writes and reads are not waited for, so that they overlap. */
export async function play(stage: Stage, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const person = 'who' in command ? pick(stage.staff, command.who) : undefined;
    if (['wait', 'rights', 'move', 'disable', 'crash'].includes(command.do)) await byHouse(stage, command);
    else if (person && !person.disabled) await byOne(stage, person, command);
    await turn();
  }
}
