/** Many hands at the ledgers: they book, repeat what was sent before under the same key, read, and ask again until they are answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKind } from '../../../server/proof/ledgerReader';
import type { Random } from '../../../server/testing/random';
import { createAsking, type Asking, type Envelope } from './ask';
import { accountOf, memoOf, type Booked, type History, type Op, type Seen } from './history';

export interface Member {
  readonly id: number;
  /** Whoever has one checks in. */
  readonly token?: string;
}
export interface Work {
  readonly nodes: readonly string[];
  readonly members: readonly Member[];
  /** How often something is sent in all, repetitions included. */
  readonly calls: number;
  readonly lanes: number;
  readonly random: Random;
  readonly login: { readonly username: string; readonly password: string };
}
export interface Hands {
  /** How many calls were answered so far. */
  readonly done: () => number;
  readonly history: Promise<History>;
}

const PATIENCE_MS = 90_000;
/** A repetition follows soon, since that is when it meets the first on its way. */
const REMEMBERED = 64;
const READ_ROWS = 20;

const centsOf = (kind: LedgerKind, value: unknown): number =>
  kind === 'money' ? Math.round(Number(value) * 100) : Number(value);
const wireOf = (kind: LedgerKind, amount: number) => (kind === 'money' ? (amount / 100).toFixed(2) : amount);

export function setToWork(work: Work): Hands {
  const desk = new Desk(work);
  return { done: () => desk.done, history: desk.run() };
}

class Desk {
  done = 0;
  readonly #asking: Asking;
  readonly #ops: Op[] = [];
  readonly #seen: Seen[] = [];
  readonly #odd: string[] = [];
  readonly #signIns = new Map<number, Op>();
  readonly #least = new Map<string, number>();
  /** Entries that may be taken back. */
  readonly #bookedLately: { readonly kind: LedgerKind; readonly member: number; readonly id: number }[] = [];
  #sent = 0;
  #repeated = 0;
  #unknown = 0;
  #token: Promise<string> | undefined;

  constructor(readonly work: Work) {
    this.#asking = createAsking(work.lanes);
  }

  async run(): Promise<History> {
    await Promise.all(Array.from({ length: this.work.lanes }, (_, lane) => this.#lane(lane)));
    this.#asking.end();
    const sum = { calls: this.done, repeated: this.#repeated, unknown: this.#unknown };
    return { ops: this.#ops, seen: this.#seen, odd: this.#odd, sum };
  }

  async #lane(lane: number): Promise<void> {
    while (this.#sent < this.work.calls && this.#odd.length === 0) {
      this.#sent += 1;
      await this.#settle(this.#next(), lane);
      this.done += 1;
      if (this.done % 25 === 0) await this.#read(lane);
    }
  }

  /** Every fifth call repeats one of the last, finished or not. */
  #next(): Op {
    const { random, members } = this.work;
    const lately = this.#ops.slice(-REMEMBERED);
    if (lately.length > 0 && random.below(5) === 0) {
      this.#repeated += 1;
      return random.pick(lately);
    }
    const member = random.pick(members);
    if (member.token !== undefined && !this.#signIns.has(member.id) && random.below(4) === 0) {
      const op = this.#op({ verb: 'sign_in', kind: 'score', member: member.id, amount: 0 });
      this.#signIns.set(member.id, op);
      return op;
    }
    const kind: LedgerKind = random.below(5) < 3 ? 'money' : 'score';
    const takesBack = random.below(10) === 0 && this.#bookedLately.length > 0;
    const lateEntry = takesBack ? random.pick(this.#bookedLately) : undefined;
    if (lateEntry) return this.#op({ verb: 'reverse', ...lateEntry, amount: 0, of: lateEntry.id });
    const amount = kind === 'money' ? random.below(12_001) - 5_000 : random.below(121) - 50;
    return this.#op({ verb: 'adjust', kind, member: member.id, amount: amount === 0 ? 1 : amount });
  }
  #op(op: Pick<Op, 'verb' | 'kind' | 'member' | 'amount' | 'of'>): Op {
    const { verb, kind, member, amount, of } = op;
    const key = `history-${this.#ops.length}`;
    const made: Op = {
      key,
      verb,
      kind,
      member,
      amount,
      ...(of === undefined ? {} : { of }),
      booked: [],
      refused: 0,
      unknown: 0,
    };
    this.#ops.push(made);
    return made;
  }

  /** Asks with the same key, at one node and then the other, until there is an answer. */
  async #settle(op: Op, lane: number): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    for (let attempt = 0; Date.now() < until; attempt += 1) {
      const answer = await this.#send(op, this.#nodeOf(lane + attempt)).catch(() => undefined);
      if (answer && this.#understood(op, answer)) return;
      op.unknown += 1;
      this.#unknown += 1;
      await sleep(40);
    }
  }
  readonly #nodeOf = (at: number): string => this.work.nodes[at % this.work.nodes.length] ?? '';

  async #send(op: Op, node: string): Promise<Envelope> {
    const { ask } = this.#asking;
    if (op.verb === 'sign_in') {
      const token = this.work.members.find(({ id }) => id === op.member)?.token ?? '';
      return ask('POST', `${node}/api/account/dailyCheckIn`, { 'ba-user-token': token }, {});
    }
    const common = { memo: memoOf(op), _mid: op.key };
    const body =
      op.verb === 'reverse'
        ? { id: op.of, ...common }
        : { user_id: op.member, [op.kind]: wireOf(op.kind, op.amount), ...common };
    const path = `${node}/admin/user_${op.kind}_log/${op.verb === 'reverse' ? 'reverse' : 'add'}`;
    return ask('POST', path, { batoken: await this.#staff(node) }, body);
  }

  /** Whether this ends the asking; what must never be answered is noted. */
  #understood(op: Op, { status, code, msg, data }: Envelope): boolean {
    if (code === 1) {
      this.#note(op, data);
      return true;
    }
    if (status >= 500 || status === 429) return false;
    if (code === 302 || status === 401) {
      this.#token = undefined;
      return false;
    }
    if (status !== 200) this.#odd.push(`${op.verb} ${op.key} was answered ${status} ${code} ${msg}`);
    op.refused += 1;
    return true;
  }
  #note(op: Op, data: Envelope['data']): void {
    const row = (op.verb === 'adjust' ? data['row'] : op.verb === 'sign_in' ? data['entry'] : undefined) as
      Readonly<Record<string, unknown>> | undefined;
    const told: Booked =
      op.verb === 'adjust' && row
        ? { id: Number(data['id']), n: Number(row['n']), after: centsOf(op.kind, row['after']) }
        : {};
    const isFirst = op.booked.length === 0;
    op.booked.push(told);
    const { id, n } = told;
    if (id === undefined || n === undefined || !isFirst) return;
    const account = accountOf(op.kind, op.member);
    this.#least.set(account, Math.max(n, this.#least.get(account) ?? 0));
    this.#bookedLately.push({ kind: op.kind, member: op.member, id });
    if (this.#bookedLately.length > REMEMBERED) this.#bookedLately.shift();
  }

  async #staff(node: string): Promise<string> {
    this.#token ??= this.#signIn(node);
    try {
      return await this.#token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }
  async #signIn(node: string): Promise<string> {
    const { data } = await this.#asking.ask('POST', `${node}/admin/Index/login`, {}, this.work.login);
    const { token } = (data['userInfo'] ?? {}) as { readonly token?: string };
    if (token === undefined) throw new Error('staff could not sign in');
    return token;
  }

  /** The newest entries of an account, as a list shows them while bookings go on; a node that is down is not read. */
  async #read(lane: number): Promise<void> {
    const { random, members } = this.work;
    const kind: LedgerKind = random.below(2) === 0 ? 'money' : 'score';
    const member = random.pick(members).id;
    const least = this.#least.get(accountOf(kind, member)) ?? 0;
    const node = this.#nodeOf(lane);
    const search = encodeURIComponent(JSON.stringify({ field: 'user_id', operator: '=', val: member }));
    const path = `/admin/user_${kind}_log/index?search[]=${search}&order=id,desc&limit=${READ_ROWS}`;
    const headers = { batoken: await this.#staff(node).catch(() => '') };
    const answer = await this.#asking.ask('GET', `${node}${path}`, headers).catch(() => undefined);
    const list = answer?.code === 1 ? answer.data['list'] : undefined;
    if (!Array.isArray(list)) return;
    const rows = (list as readonly Readonly<Record<string, unknown>>[]).map((row) => ({
      ...{ id: Number(row['id']), n: Number(row['n']), after: centsOf(kind, row['after']) },
    }));
    this.#seen.push({ kind, member, least, rows });
  }
}
