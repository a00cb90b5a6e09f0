/** Who acts in a run: staff of different rights, each behind a line of his own, in front of one house. */
import type { WireRow } from '../../common/entity/projectRow';
import { startProofServer, type Dialect, type ProofServer } from '../../server/proof/proofServer';
import { SUPER_ADMIN } from '../../server/testing/testServer';
import { asRecord } from '../../common/json';
import { parseSessionUser, type SessionUser } from '../shared/store/session';
import { startFaultProxy, type FaultProxy, type Heard } from './faultProxy';
import { createSpill, type Spill } from './spill';
import { openTab, type Tab } from './tab';
import { watchRows, type RowWatch } from './watch';

/** What a group may hold, and how far it reaches. */
export interface Preset {
  readonly rules: readonly string[];
  readonly data_scope: 'own' | 'all';
}
const nodes = (...names: readonly string[]) => names.map((name) => `proof_row/${name}`);
const WORK = nodes('index', 'add', 'edit', 'del', 'sortable', 'restore');
export const PRESETS: readonly Preset[] = [
  { rules: WORK, data_scope: 'all' },
  { rules: [...WORK, ...nodes('see_restricted')], data_scope: 'all' },
  { rules: [...WORK, ...nodes('see_restricted')], data_scope: 'own' },
  { rules: nodes('index'), data_scope: 'all' },
  { rules: WORK, data_scope: 'own' },
  { rules: [], data_scope: 'own' },
];

export interface Form {
  readonly id: number;
  readonly stop: () => void;
}
export interface Staff {
  readonly id: number;
  readonly username: string;
  /** Null: holds everything. */
  readonly group: number | null;
  readonly proxy: TcpProxy;
  readonly spill: Spill;
  tab: Tab;
  watch: RowWatch;
  readonly forms: Form[];
  /** Rows as they were when a form was opened on them: what a stale edit is based on. */
  readonly memory: Map<number, { readonly v: number; readonly row: WireRow }>;
  disabled: boolean;
  /** Its token ran out in this run: no token lives so shortly that it happens twice. */
  expired: boolean;
}
/** One write and what became of it. */
export interface Write {
  readonly mid: string;
  readonly who: number;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  state: 'sent' | 'acked' | 'refused' | 'unknown';
  /** The answer to an earlier try was lost: what it did stands, whatever a later one is told. */
  doubtful: boolean;
  answer: string;
}
export interface Stage {
  readonly house: ProofServer;
  readonly staff: readonly Staff[];
  readonly writes: Write[];
  readonly pending: Set<Promise<unknown>>;
  readonly violations: string[];
  /** The log's head when the run began. */
  start: number;
  crashed: boolean;
  canary: number;
  mids: number;
  readonly end: () => Promise<void>;
}

const PASSWORD = 'proven-horse-7';

async function signIn(house: ProofServer, username: string, password: string): Promise<SessionUser> {
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const answer = await fetch(`${house.url}/admin/Index/login`, { method: 'POST', headers, body });
  const said: unknown = await answer.json();
  const person = parseSessionUser(asRecord(asRecord(asRecord(said)?.['data'])?.['userInfo']));
  if (!person) throw new Error(`could not sign in: ${JSON.stringify(said)}`);
  return person;
}

async function hire(house: ProofServer, at: number, violations: string[]): Promise<Staff> {
  const spill = createSpill();
  const proxy = await startTcpProxy(house.url, { onChunk: spill.take });
  const isSuper = at === 0;
  const username = isSuper ? SUPER_ADMIN.username : `proof_${at}`;
  const preset = PRESETS[at - 1];
  let group: number | null = null;
  let id = 1;
  if (preset) {
    group = await house.create('admin_group', { name: `Proof ${at}`, ...preset, rules: [...preset.rules] });
    id = await house.create('admin', { username, nickname: username, password: PASSWORD, group_arr: [group] });
  }
  const person = await signIn(house, username, isSuper ? SUPER_ADMIN.password : PASSWORD);
  const tab = openTab(proxy.url, person);
  const watch = watchRows(tab.store, (text) => violations.push(`${username}: ${text}`));
  const kept = { forms: [], memory: new Map(), disabled: false, expired: false };
  return { id: isSuper ? person.id : id, username, group, proxy, spill, tab, watch, ...kept };
}

/** A new session after the old one was ended for good. */
export async function returnToWork(stage: Stage, person: Staff): Promise<void> {
  person.tab.close();
  person.tab = openTab(person.proxy.url, await signIn(stage.house, person.username, PASSWORD));
  person.watch = watchRows(person.tab.store, (text) => stage.violations.push(`${person.username}: ${text}`));
  person.disabled = false;
  person.forms.length = 0;
}

export async function openStage(dialect: Dialect, people: number): Promise<Stage> {
  const house = await startProofServer(dialect);
  const violations: string[] = [];
  const staff: Staff[] = [];
  for (let at = 0; at < people; at += 1) staff.push(await hire(house, at, violations));
  return {
    house,
    staff,
    writes: [],
    pending: new Set(),
    violations,
    start: await house.lastSequence(),
    crashed: false,
    canary: 0,
    mids: 0,
    end: async () => {
      for (const { tab } of staff) tab.close();
      for (const { proxy } of staff) await proxy.close();
      await house.end();
    },
  };
}
