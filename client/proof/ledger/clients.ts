/** Concurrent clients of the ledgers: they book, repeat requests under the same key, read, and retry until they get a response. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKind } from '../../../common/ledgerKind';
import type { Random } from '../../../server/testing/random';
import { createRequester, type Requester, type Envelope } from './requester';
import {
  createAccountId,
  createMemo,
  type Acknowledgement,
  type History,
  type Operation,
  type Reading,
} from './history';

export interface Member {
  readonly id: number;
  /** Members with a token check in. */
  readonly token?: string;
}
export interface ClientOptions {
  readonly nodes: readonly string[];
  readonly members: readonly Member[];
  /** Number of requests, repetitions included. */
  readonly calls: number;
  readonly concurrency: number;
  readonly random: Random;
  readonly login: { readonly username: string; readonly password: string };
}
export interface Clients {
  /** Number of calls with a response so far. */
  readonly done: () => number;
  readonly history: Promise<History>;
}

const RETRY_MS = 90_000;
/** Repetitions choose among so many recent operations: those may still be under way. */
const RECENT = 64;
const READ_ROWS = 20;

const toCents = (kind: LedgerKind, value: unknown): number =>
  kind === 'money' ? Math.round(Number(value) * 100) : Number(value);
const toWire = (kind: LedgerKind, amount: number) => (kind === 'money' ? (amount / 100).toFixed(2) : amount);

export function startClients(options: ClientOptions): Clients {
  const pool = new ClientPool(options);
  return { done: () => pool.done, history: pool.run() };
}

class ClientPool {
  done = 0;
  readonly #requester: Requester;
  readonly #operations: Operation[] = [];
  readonly #readings: Reading[] = [];
  readonly #unexpected: string[] = [];
  readonly #signIns = new Map<number, Operation>();
  readonly #minEntries = new Map<string, number>();
  /** Recent entries, candidates for a reversal. */
  readonly #recentEntries: { readonly kind: LedgerKind; readonly member: number; readonly id: number }[] = [];
  #sent = 0;
  #repeated = 0;
  #unknown = 0;
  #token: Promise<string> | undefined;

  constructor(readonly options: ClientOptions) {
    this.#requester = createRequester(options.concurrency);
  }

  async run(): Promise<History> {
    await Promise.all(Array.from({ length: this.options.concurrency }, (_, lane) => this.#lane(lane)));
    this.#requester.close();
    const totals = { calls: this.done, repeated: this.#repeated, unknown: this.#unknown };
    return { operations: this.#operations, readings: this.#readings, unexpected: this.#unexpected, totals };
  }

  async #lane(lane: number): Promise<void> {
    while (this.#sent < this.options.calls && this.#unexpected.length === 0) {
      this.#sent += 1;
      await this.#sendUntilAnswered(this.#next(), lane);
      this.done += 1;
      if (this.done % 25 === 0) await this.#read(lane);
    }
  }

  /** Every fifth call repeats one of the last, finished or not. */
  #next(): Operation {
    const { random, members } = this.options;
    const recentOperations = this.#operations.slice(-RECENT);
    if (recentOperations.length > 0 && random.below(5) === 0) {
      this.#repeated += 1;
      return random.pick(recentOperations);
    }
    const member = random.pick(members);
    if (member.token !== undefined && !this.#signIns.has(member.id) && random.below(4) === 0) {
      const op = this.#createOperation({ verb: 'sign_in', kind: 'score', member: member.id, amount: 0 });
      this.#signIns.set(member.id, op);
      return op;
    }
    const kind: LedgerKind = random.below(5) < 3 ? 'money' : 'score';
    const reverses = random.below(10) === 0 && this.#recentEntries.length > 0;
    const recentEntry = reverses ? random.pick(this.#recentEntries) : undefined;
    if (recentEntry)
      return this.#createOperation({ verb: 'reverse', ...recentEntry, amount: 0, reversedId: recentEntry.id });
    const amount = kind === 'money' ? random.below(12_001) - 5_000 : random.below(121) - 50;
    return this.#createOperation({ verb: 'adjust', kind, member: member.id, amount: amount === 0 ? 1 : amount });
  }
  #createOperation(op: Pick<Operation, 'verb' | 'kind' | 'member' | 'amount' | 'reversedId'>): Operation {
    const { verb, kind, member, amount, reversedId } = op;
    const key = `history-${this.#operations.length}`;
    const operation: Operation = {
      key,
      verb,
      kind,
      member,
      amount,
      ...(reversedId === undefined ? {} : { reversedId }),
      booked: [],
      refused: 0,
      unknown: 0,
    };
    this.#operations.push(operation);
    return operation;
  }

  /** Sends with the same key to one node after the other until there is a response. */
  async #sendUntilAnswered(op: Operation, lane: number): Promise<void> {
    const until = Date.now() + RETRY_MS;
    for (let attempt = 0; Date.now() < until; attempt += 1) {
      const response = await this.#send(op, this.#permissionKey(lane + attempt)).catch(() => undefined);
      if (response && this.#record(op, response)) return;
      op.unknown += 1;
      this.#unknown += 1;
      await sleep(40);
    }
  }
  readonly #permissionKey = (at: number): string => this.options.nodes[at % this.options.nodes.length] ?? '';

  async #send(op: Operation, node: string): Promise<Envelope> {
    const { send } = this.#requester;
    if (op.verb === 'sign_in') {
      const token = this.options.members.find(({ id }) => id === op.member)?.token ?? '';
      return send('POST', `${node}/api/account/dailyCheckIn`, { 'ba-user-token': token }, {});
    }
    const common = { memo: createMemo(op), _mid: op.key };
    const body =
      op.verb === 'reverse'
        ? { id: op.reversedId, ...common }
        : { user_id: op.member, [op.kind]: toWire(op.kind, op.amount), ...common };
    const path = `${node}/admin/user_${op.kind}_log/${op.verb === 'reverse' ? 'reverse' : 'add'}`;
    return send('POST', path, { batoken: await this.#staffToken(node) }, body);
  }

  /** Records a response. Returns whether it is final. */
  #record(op: Operation, { status, code, msg, data }: Envelope): boolean {
    if (code === 1) {
      this.#recordAcknowledgement(op, data);
      return true;
    }
    if (status >= 500 || status === 429) return false;
    if (code === 302 || status === 401) {
      this.#token = undefined;
      return false;
    }
    if (status !== 200) this.#unexpected.push(`${op.verb} ${op.key} got ${status} ${code} ${msg}`);
    op.refused += 1;
    return true;
  }
  #recordAcknowledgement(op: Operation, data: Envelope['data']): void {
    const row = (op.verb === 'adjust' ? data['row'] : op.verb === 'sign_in' ? data['entry'] : undefined) as
      Readonly<Record<string, unknown>> | undefined;
    const acknowledgement: Acknowledgement =
      op.verb === 'adjust' && row
        ? { id: Number(data['id']), n: Number(row['n']), after: toCents(op.kind, row['after']) }
        : {};
    const isFirst = op.booked.length === 0;
    op.booked.push(acknowledgement);
    const { id, n } = acknowledgement;
    if (id === undefined || n === undefined || !isFirst) return;
    const account = createAccountId(op.kind, op.member);
    this.#minEntries.set(account, Math.max(n, this.#minEntries.get(account) ?? 0));
    this.#recentEntries.push({ kind: op.kind, member: op.member, id });
    if (this.#recentEntries.length > RECENT) this.#recentEntries.shift();
  }

  async #staffToken(node: string): Promise<string> {
    this.#token ??= this.#signIn(node);
    try {
      return await this.#token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }
  async #signIn(node: string): Promise<string> {
    const { data } = await this.#requester.send('POST', `${node}/admin/Index/login`, {}, this.options.login);
    const { token } = (data['userInfo'] ?? {}) as { readonly token?: string };
    if (token === undefined) throw new Error('staff could not sign in');
    return token;
  }

  /** Reads the newest entries of an account while bookings go on; skips a node that is down. */
  async #read(lane: number): Promise<void> {
    const { random, members } = this.options;
    const kind: LedgerKind = random.below(2) === 0 ? 'money' : 'score';
    const member = random.pick(members).id;
    const least = this.#minEntries.get(createAccountId(kind, member)) ?? 0;
    const node = this.#permissionKey(lane);
    const search = encodeURIComponent(JSON.stringify({ field: 'user_id', operator: '=', val: member }));
    const path = `/admin/user_${kind}_log/index?search[]=${search}&order=id,desc&limit=${READ_ROWS}`;
    const headers = { batoken: await this.#staffToken(node).catch(() => '') };
    const response = await this.#requester.send('GET', `${node}${path}`, headers).catch(() => undefined);
    const list = response?.code === 1 ? response.data['list'] : undefined;
    if (!Array.isArray(list)) return;
    const rows = (list as readonly Readonly<Record<string, unknown>>[]).map((row) => ({
      id: Number(row['id']),
      n: Number(row['n']),
      after: toCents(kind, row['after']),
    }));
    this.#readings.push({ kind, member, minEntries: least, rows });
  }
}
