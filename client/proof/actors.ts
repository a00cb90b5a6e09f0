/** The actors of a run: staff with different permissions, each behind a TCP proxy of their own, and one server. */
import type { WireRow } from '../../common/entity/projectRow';
import { startProofServer, type Dialect, type ProofServer } from '../../server/proof/proofServer';
import { SUPER_ADMIN } from '../../server/testing/testServer';
import { asRecord } from '../../common/json';
import { parseSessionUser, type SessionUser } from '../shared/store/session';
import { startTcpProxy, type TcpProxy } from '../testing/network/tcpProxy';
import { createLeakDetector, type LeakDetector } from './leakDetector';
import { openTab, type Tab } from './tab';
import { watchRows, type RowWatch } from './watchRows';

/** Permissions and row scope of a group. */
export interface Preset {
  readonly rules: readonly string[];
  readonly data_scope: 'own' | 'all';
}
const permissionKeys = (...names: readonly string[]) => names.map((name) => `proof_row/${name}`);
const EDITOR_RULES = permissionKeys('index', 'add', 'edit', 'del', 'sortable', 'restore');
export const PRESETS: readonly Preset[] = [
  { rules: EDITOR_RULES, data_scope: 'all' },
  { rules: [...EDITOR_RULES, ...permissionKeys('see_restricted')], data_scope: 'all' },
  { rules: [...EDITOR_RULES, ...permissionKeys('see_restricted')], data_scope: 'own' },
  { rules: permissionKeys('index'), data_scope: 'all' },
  { rules: EDITOR_RULES, data_scope: 'own' },
  { rules: [], data_scope: 'own' },
];

export interface Form {
  readonly id: number;
  readonly stop: () => void;
}
export interface StaffMember {
  readonly id: number;
  readonly username: string;
  /** Null for the super administrator. */
  readonly group: number | null;
  readonly proxy: TcpProxy;
  readonly leaks: LeakDetector;
  tab: Tab;
  watch: RowWatch;
  readonly forms: Form[];
  /** Rows as they were when a form was opened on them: the base of stale edits. */
  readonly memory: Map<number, { readonly revision: number; readonly row: WireRow }>;
  isDisabled: boolean;
  /** Whether the access token expired in this run; it does so at most once. */
  isExpired: boolean;
}
/** One write and its outcome. */
export interface RecordedWrite {
  readonly mid: string;
  readonly who: number;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  state: 'sent' | 'acked' | 'refused' | 'unknown';
  /** The response to an earlier attempt was lost: it may have been stored, whatever the response to a later attempt says. */
  isUncertain: boolean;
  answer: string;
}
export interface ModelRun {
  readonly server: ProofServer;
  readonly staff: readonly StaffMember[];
  readonly writes: RecordedWrite[];
  readonly pending: Set<Promise<unknown>>;
  readonly violations: string[];
  /** Sequence number of the change log when the run began. */
  startSeq: number;
  hasCrashed: boolean;
  canaries: number;
  idempotencyKeys: number;
  readonly close: () => Promise<void>;
}

const PASSWORD = 'proven-horse-7';

async function signIn(server: ProofServer, username: string, password: string): Promise<SessionUser> {
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const response = await fetch(`${server.url}/admin/Index/login`, { method: 'POST', headers, body });
  const envelope: unknown = await response.json();
  const person = parseSessionUser(asRecord(asRecord(asRecord(envelope)?.['data'])?.['userInfo']));
  if (!person) throw new Error(`could not sign in: ${JSON.stringify(envelope)}`);
  return person;
}

async function createStaff(server: ProofServer, at: number, violations: string[]): Promise<StaffMember> {
  const leaks = createLeakDetector();
  const proxy = await startTcpProxy(server.url, { onChunk: leaks.receive });
  const isSuper = at === 0;
  const username = isSuper ? SUPER_ADMIN.username : `proof_${at}`;
  const preset = PRESETS[at - 1];
  let group: number | null = null;
  let id = 1;
  if (preset) {
    group = await server.create('admin_group', { name: `Proof ${at}`, ...preset, rules: [...preset.rules] });
    id = await server.create('admin', { username, nickname: username, password: PASSWORD, group_arr: [group] });
  }
  const person = await signIn(server, username, isSuper ? SUPER_ADMIN.password : PASSWORD);
  const tab = openTab(proxy.url, person);
  const watch = watchRows(tab.store, (text) => violations.push(`${username}: ${text}`));
  const state = { forms: [], memory: new Map(), isDisabled: false, isExpired: false };
  return { id: isSuper ? person.id : id, username, group, proxy, leaks, tab, watch, ...state };
}

/** Signs in again after the account was disabled and enabled. */
export async function signInAgain(run: ModelRun, person: StaffMember): Promise<void> {
  person.tab.close();
  person.tab = openTab(person.proxy.url, await signIn(run.server, person.username, PASSWORD));
  person.watch = watchRows(person.tab.store, (text) => run.violations.push(`${person.username}: ${text}`));
  person.isDisabled = false;
  person.forms.length = 0;
}

export async function openModelRun(dialect: Dialect, people: number): Promise<ModelRun> {
  const server = await startProofServer(dialect);
  const violations: string[] = [];
  const staff: StaffMember[] = [];
  for (let index = 0; index < people; index += 1) staff.push(await createStaff(server, index, violations));
  return {
    server,
    staff,
    writes: [],
    pending: new Set(),
    violations,
    startSeq: await server.lastSequence(),
    hasCrashed: false,
    canaries: 0,
    idempotencyKeys: 0,
    close: async () => {
      for (const { tab } of staff) tab.close();
      for (const { proxy } of staff) await proxy.close();
      await server.end();
    },
  };
}
