/** The base of every request: the envelope's meaning (specification, points 6–8) in one place, under RTK Query. */
import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Envelope } from '../../common/protocol/envelope';
import type { App } from './app';
import { isSpoken, kindOfCode, type CallFault } from './faults';
import { heldQuestionOf } from './heldMoney';
import { asRecord, asText } from './persist';
import { ownPath, SIDES } from './onward';
import { realms, type Realm, type SessionHolder } from './session';
import { addressOf, send, type Call, type Reply } from './transport';

export interface Request extends Call {
  /** The caller shows errors itself. */
  readonly quiet?: boolean;
  /** Announce success: with the server's message, else "Operation successful". */
  readonly announce?: boolean;
  /** Equal requests may run side by side. */
  readonly repeatable?: boolean;
}

/** A request counts as staff's when its path begins with /admin. */
export const realmOf = (url: string): Realm => (/^\/admin(\/|$|\?)/i.test(url) ? 'admin' : 'user');

const NAMED_ROUTES: Readonly<Record<string, string>> = {
  adminLogin: '/admin/login',
  userLogin: '/user/login',
  admin: '/admin',
  user: '/user',
};
const LOGIN: Readonly<Record<Realm, string>> = { admin: SIDES.admin.login, user: SIDES.user.login };
const targetWithin = (path: string, realm: Realm) => (path === LOGIN[realm] ? path : ownPath(path, SIDES[realm]));
/** Where a 302 leads. Only own paths count. */
export function targetOf(data: unknown, realm: Realm): string {
  const raw = asRecord(data);
  const path = asText(raw?.['routePath'], 500);
  const name = asText(raw?.['routeName'], 50);
  if (Object.hasOwn(NAMED_ROUTES, name)) return NAMED_ROUTES[name] ?? LOGIN[realm];
  return realms.map((side) => targetWithin(path, side)).find((own) => own !== undefined) ?? LOGIN[realm];
}

const fault = (
  app: App,
  kind: CallFault['kind'],
  status: number,
  envelope: Envelope | undefined,
  msg: string,
): CallFault => ({
  kind,
  status,
  code: envelope?.code ?? 0,
  msg: msg === '' ? app.words.http(0, '') : msg,
  data: envelope?.data ?? null,
});

function silentFault(app: App, kind: 'timeout' | 'network' | 'cancelled'): CallFault {
  return fault(app, kind, 0, undefined, kind === 'cancelled' ? ' ' : app.words.failure(kind));
}

/** A server error names its request below the sentence, so that it can be found in the log. */
export function withRequestId(app: App, msg: string, data: unknown): string {
  const id = asText(asRecord(data)?.['requestId'], 64);
  return id === '' ? msg : `${msg}\n${app.words.request(id)}`;
}

function httpFault(app: App, reply: Extract<Reply, { kind: 'answer' }>, url: string): CallFault {
  const { status, envelope } = reply;
  const text = app.words.knowsHttp(status) ? app.words.http(status, url) : envelope?.msg || app.words.http(status, url);
  return fault(app, 'http', status, envelope, withRequestId(app, text, envelope?.data));
}

type Outcome =
  { readonly data: unknown; readonly msg: string } | { readonly fault: CallFault } | { readonly expired: string };

function judge(app: App, reply: Reply, call: Call, token: string): Outcome {
  if (reply.kind !== 'answer') return { fault: silentFault(app, reply.kind) };
  const { status, envelope } = reply;
  if (status < 200 || status > 299 || envelope === undefined) return { fault: httpFault(app, reply, call.url) };
  if (envelope.code === 1) return { data: envelope.data, msg: envelope.msg };
  if (envelope.code === 409) return { expired: token };
  if (envelope.code === 302) {
    const realm = realmOf(call.url);
    app.leave(realm, targetOf(envelope.data, realm));
    return { fault: fault(app, 'signed_out', status, envelope, envelope.msg) };
  }
  return { fault: fault(app, kindOfCode(envelope.code), status, envelope, envelope.msg) };
}

/** Pauses before a broken exchange is taken up again. */
const AGAIN_AFTER_MS = [250, 1_000] as const;
const BROKEN_GATES: ReadonlySet<number> = new Set([502, 504]);
const isBroken = (reply: Reply) =>
  reply.kind === 'network' || (reply.kind === 'answer' && BROKEN_GATES.has(reply.status));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A change that carries its own id is sent again when the line broke: whether or not it had arrived, it happens once. */
async function sendSafely(app: App, request: Call, signal: AbortSignal): Promise<Reply> {
  let reply = await send(app.transport, request, signal);
  if (!hasMid(request)) return reply;
  for (const pause of AGAIN_AFTER_MS) {
    if (!isBroken(reply) || !app.isOnline()) return reply;
    await wait(pause);
    reply = await send(app.transport, request, signal);
  }
  return reply;
}

const tokenOf = (state: SessionHolder, realm: Realm) => state.session[realm]?.person.token ?? '';

async function attempt(app: App, state: () => SessionHolder, call: Call, signal: AbortSignal): Promise<Outcome> {
  const token = tokenOf(state(), realmOf(call.url));
  return judge(app, await sendSafely(app, call, signal), call, token);
}

const wantsPassword = (outcome: Outcome) =>
  'fault' in outcome && outcome.fault.code === 403 && asRecord(outcome.fault.data)?.['stepUp'] === true;

/** One call; when it would delete members who hold money, it is sent again once a person confirmed the amounts. */
async function call(app: App, state: () => SessionHolder, request: Call, signal: AbortSignal): Promise<Outcome> {
  const outcome = await callWithPassword(app, state, request, signal);
  const question = 'fault' in outcome ? heldQuestionOf(outcome.fault.data) : undefined;
  if (question === undefined) return outcome;
  const confirm = await app.heldMoney.ask(question);
  if (confirm === undefined) return { fault: silentFault(app, 'cancelled') };
  return call(app, state, { ...request, body: { ...asRecord(request.body), confirm } }, signal);
}

/**
 * One call; when it asks for the password once more and gets it, it is replayed once. When the session of its person ended
 * meanwhile it is cancelled: its refusal must not be shown to the next person.
 */
async function callWithPassword(
  app: App,
  state: () => SessionHolder,
  request: Call,
  signal: AbortSignal,
): Promise<Outcome> {
  const personId = () => state().session[realmOf(request.url)]?.person.id;
  const caller = personId();
  const outcome = await callOnce(app, state, request, signal);
  if (!wantsPassword(outcome)) return outcome;
  const isConfirmed = await app.stepUp.ask();
  if (personId() !== caller) return { fault: silentFault(app, 'cancelled') };
  return isConfirmed ? callOnce(app, state, request, signal) : outcome;
}

/** When the access token has expired it is renewed once and the call is replayed once. */
async function callOnce(app: App, state: () => SessionHolder, request: Call, signal: AbortSignal): Promise<Outcome> {
  const first = await attempt(app, state, request, signal);
  if (!('expired' in first)) return first;
  const realm = realmOf(request.url);
  const renewal = await app.renew(realm, first.expired);
  if (renewal === 'unreachable') return { fault: silentFault(app, 'network') };
  if (renewal === 'ended') return { fault: fault(app, 'signed_out', 200, undefined, ' ') };
  const second = await attempt(app, state, request, signal);
  if (!('expired' in second)) return second;
  app.leave(realm, LOGIN[realm]);
  return { fault: fault(app, 'signed_out', 200, undefined, ' ') };
}

const sameness = (request: Request) =>
  JSON.stringify([request.method ?? 'GET', addressOf(request), request.body ?? null]);
const midOf = (request: Call) => asRecord(request.body)?.['_mid'];
const hasMid = (request: Call) => typeof midOf(request) === 'string';

/** Lets the newest of several equal requests live; a request that carries a `_mid` may be repeated safely and is left alone. */
function withoutDuplicates(app: App, request: Request, outer: AbortSignal): { signal: AbortSignal; done: () => void } {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  outer.addEventListener('abort', stop);
  const key =
    request.repeatable === true || hasMid(request) || request.body instanceof FormData ? undefined : sameness(request);
  if (key !== undefined) {
    const earlier = app.pending.get(key);
    if (earlier) {
      earlier.abort();
      app.note(app.words.duplicate(request.url));
    }
    app.pending.set(key, aborter);
  }
  const done = () => {
    outer.removeEventListener('abort', stop);
    if (key !== undefined && app.pending.get(key) === aborter) app.pending.delete(key);
  };
  return { signal: aborter.signal, done };
}

/** The epoch of the change log travels with every list, a mark of one's rights and menu with the bootstrap: the socket compares both. */
function noteMarks(app: App, data: unknown): void {
  const { epoch, rights } = asRecord(data) ?? {};
  if (typeof epoch === 'string') app.live.noteEpoch(epoch);
  if (typeof rights === 'string') app.live.noteRights(rights);
}

/** What travels with an answer besides its data: the server's message. */
interface AnswerMeta {
  readonly msg?: string;
}
/** An answer with the server's message, for callers that show it with an action of their own; absent when the server says nothing. */
export const withSaid = <T extends object>(data: T, meta: AnswerMeta | undefined): T & { readonly said?: string } =>
  meta?.msg ? { ...data, said: meta.msg } : data;

export const baseQuery: BaseQueryFn<Request, unknown, CallFault, object, AnswerMeta> = async (request, api) => {
  const app = appOf(api);
  const { signal, done } = withoutDuplicates(app, request, api.signal);
  const mid = midOf(request);
  if (typeof mid === 'string') app.ownMids.note(mid);
  try {
    const outcome = await call(app, api.getState as () => SessionHolder, request, signal);
    if ('data' in outcome) {
      noteMarks(app, outcome.data);
      if (request.announce === true) app.toasts.show('success', outcome.msg || app.words.success());
      return { data: outcome.data, meta: { msg: outcome.msg } };
    }
    const error = 'fault' in outcome ? outcome.fault : silentFault(app, 'cancelled');
    const isRepeated = app.retrying.has(api.queryCacheKey ?? '');
    if (request.quiet !== true && !isRepeated && isSpoken(error)) app.toasts.show('error', error.msg);
    return { error };
  } finally {
    done();
  }
};

/** The store hands its `App` to every thunk as the extra argument. */
const appOf = (api: BaseQueryApi): App => api.extra as App;

/** Grows by `injectEndpoints`: sessions, bootstrap, rows. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: ['Bootstrap', 'Rows'],
  endpoints: (build) => ({
    /** Any other call; answers the envelope's data. */
    request: build.mutation<unknown, Request>({ query: (request) => request }),
    /** Any other call whose caller shows the server's message itself. */
    tell: build.mutation<{ readonly data: unknown; readonly said: string }, Request>({
      query: (request) => request,
      transformResponse: (data: unknown, meta) => ({ data, said: meta?.msg ?? '' }),
    }),
    /** Any other read. */
    ask: build.query<unknown, Request>({ query: (request) => request }),
  }),
});
