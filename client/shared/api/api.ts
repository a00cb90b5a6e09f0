/** The base of every request: the envelope's meaning (specification, points 6–8) in one place, under RTK Query. */
import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Envelope } from '../../../common/protocol/envelope';
import type { ApiServices } from './apiServices';
import { isShownAsToast, faultKindOf, type CallFault } from './faults';
import { parseBalanceQuestion } from './balanceConfirmation';
import { asRecord, asString } from '../../../common/json';
import { sanitizeAppPath, APP_PATHS } from '../routing/safeRedirects';
import { type StateWithSession } from '../store/session';
import { REALMS, type Realm } from '../../../common/realm';
import { toUrl, sendRequest, type HttpCall, type HttpReply } from './transport';

export interface ApiRequest extends HttpCall {
  /** The caller shows errors itself. */
  readonly isSilent?: boolean;
  /** Announce success: with the server's message, else "Operation successful". */
  readonly announce?: boolean;
  /** Equal requests may run side by side. */
  readonly allowsParallel?: boolean;
}

/** A request counts as staff's when its path begins with /admin. */
export const realmOf = (url: string): Realm => (/^\/admin(\/|$|\?)/i.test(url) ? 'admin' : 'member');

const NAMED_ROUTES: Readonly<Record<string, string>> = {
  adminLogin: '/admin/login',
  userLogin: '/user/login',
  admin: '/admin',
  user: '/user',
};
const LOGIN_PATH: Readonly<Record<Realm, string>> = { admin: APP_PATHS.admin.login, member: APP_PATHS.member.login };
const ownTarget = (path: string, realm: Realm) =>
  path === LOGIN_PATH[realm] ? path : sanitizeAppPath(path, APP_PATHS[realm]);
/** Where a 302 leads. Only own paths count. */
export function redirectTarget(data: unknown, realm: Realm): string {
  const raw = asRecord(data);
  const path = asString(raw?.['routePath'], 500);
  const name = asString(raw?.['routeName'], 50);
  if (Object.hasOwn(NAMED_ROUTES, name)) return NAMED_ROUTES[name] ?? LOGIN_PATH[realm];
  return REALMS.map((side) => ownTarget(path, side)).find((target) => target !== undefined) ?? LOGIN_PATH[realm];
}

const createFault = (
  services: ApiServices,
  kind: CallFault['kind'],
  status: number,
  envelope: Envelope | undefined,
  msg: string,
): CallFault => ({
  kind,
  status,
  code: envelope?.code ?? 0,
  msg: msg === '' ? services.requestMessages.http(0, '') : msg,
  data: envelope?.data ?? null,
});

function createSilentFault(services: ApiServices, kind: 'timeout' | 'network' | 'cancelled'): CallFault {
  return createFault(services, kind, 0, undefined, kind === 'cancelled' ? ' ' : services.requestMessages.failure(kind));
}

/** A server error names its request below the sentence, so that it can be found in the log. */
export function withRequestId(services: ApiServices, msg: string, data: unknown): string {
  const id = asString(asRecord(data)?.['requestId'], 64);
  return id === '' ? msg : `${msg}\n${services.requestMessages.request(id)}`;
}

function createHttpFault(services: ApiServices, reply: Extract<HttpReply, { kind: 'answer' }>, url: string): CallFault {
  const { status, envelope } = reply;
  const text = services.requestMessages.hasHttpMessage(status)
    ? services.requestMessages.http(status, url)
    : envelope?.msg || services.requestMessages.http(status, url);
  return createFault(services, 'http', status, envelope, withRequestId(services, text, envelope?.data));
}

type CallOutcome =
  { readonly data: unknown; readonly msg: string } | { readonly fault: CallFault } | { readonly expired: string };

function interpretReply(
  services: ApiServices,
  reply: HttpReply,
  callWithConfirmation: HttpCall,
  token: string,
): CallOutcome {
  if (reply.kind !== 'answer') return { fault: createSilentFault(services, reply.kind) };
  const { status, envelope } = reply;
  if (status < 200 || status > 299 || envelope === undefined)
    return { fault: createHttpFault(services, reply, callWithConfirmation.url) };
  if (envelope.code === 1) return { data: envelope.data, msg: envelope.msg };
  if (envelope.code === 409) return { expired: token };
  if (envelope.code === 302) {
    const realm = realmOf(callWithConfirmation.url);
    services.endSession(realm, redirectTarget(envelope.data, realm));
    return { fault: createFault(services, 'signed_out', status, envelope, envelope.msg) };
  }
  return { fault: createFault(services, faultKindOf(envelope.code), status, envelope, envelope.msg) };
}

/** Pauses before a broken exchange is taken up again. */
const RETRY_DELAYS_MS = [250, 1_000] as const;
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 504]);
const isConnectionFailure = (reply: HttpReply) =>
  reply.kind === 'network' || (reply.kind === 'answer' && GATEWAY_ERRORS.has(reply.status));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A change that carries its own id is sent again when the line broke: whether or not it had arrived, it happens once. */
async function sendWithRetry(services: ApiServices, request: HttpCall, signal: AbortSignal): Promise<HttpReply> {
  let reply = await sendRequest(services.transport, request, signal);
  if (!hasMutationId(request)) return reply;
  for (const pause of RETRY_DELAYS_MS) {
    if (!isConnectionFailure(reply) || !services.isOnline()) return reply;
    await wait(pause);
    reply = await sendRequest(services.transport, request, signal);
  }
  return reply;
}

const selectToken = (state: StateWithSession, realm: Realm) => state.session[realm]?.person.token ?? '';

async function sendOnce(
  services: ApiServices,
  state: () => StateWithSession,
  callWithConfirmation: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const token = selectToken(state(), realmOf(callWithConfirmation.url));
  return interpretReply(
    services,
    await sendWithRetry(services, callWithConfirmation, signal),
    callWithConfirmation,
    token,
  );
}

const needsPassword = (outcome: CallOutcome) =>
  'fault' in outcome && outcome.fault.code === 403 && asRecord(outcome.fault.data)?.['stepUp'] === true;

/** One call; when it would delete members who hold money, it is sent again once a person confirmed the amounts. */
async function callWithConfirmation(
  services: ApiServices,
  state: () => StateWithSession,
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const outcome = await callWithStepUp(services, state, request, signal);
  const question = 'fault' in outcome ? parseBalanceQuestion(outcome.fault.data) : undefined;
  if (question === undefined) return outcome;
  const confirm = await services.balanceConfirmation.confirm(question);
  if (confirm === undefined) return { fault: createSilentFault(services, 'cancelled') };
  return callWithConfirmation(services, state, { ...request, body: { ...asRecord(request.body), confirm } }, signal);
}

/**
 * One call; when it asks for the password once more and gets it, it is replayed once. When the session of its person ended
 * meanwhile it is cancelled: its refusal must not be shown to the next person.
 */
async function callWithStepUp(
  services: ApiServices,
  state: () => StateWithSession,
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const personId = () => state().session[realmOf(request.url)]?.person.id;
  const caller = personId();
  const outcome = await callWithRenewal(services, state, request, signal);
  if (!needsPassword(outcome)) return outcome;
  const isConfirmed = await services.stepUp.confirm();
  if (personId() !== caller) return { fault: createSilentFault(services, 'cancelled') };
  return isConfirmed ? callWithRenewal(services, state, request, signal) : outcome;
}

/** When the access token has expired it is renewed once and the call is replayed once. */
async function callWithRenewal(
  services: ApiServices,
  state: () => StateWithSession,
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const first = await sendOnce(services, state, request, signal);
  if (!('expired' in first)) return first;
  const realm = realmOf(request.url);
  const renewal = await services.renewTokens(realm, first.expired);
  if (renewal === 'unreachable') return { fault: createSilentFault(services, 'network') };
  if (renewal === 'ended') return { fault: createFault(services, 'signed_out', 200, undefined, ' ') };
  const second = await sendOnce(services, state, request, signal);
  if (!('expired' in second)) return second;
  services.endSession(realm, LOGIN_PATH[realm]);
  return { fault: createFault(services, 'signed_out', 200, undefined, ' ') };
}

const requestKey = (request: ApiRequest) =>
  JSON.stringify([request.method ?? 'GET', toUrl(request), request.body ?? null]);
const mutationIdOf = (request: HttpCall) => asRecord(request.body)?.['_mid'];
const hasMutationId = (request: HttpCall) => typeof mutationIdOf(request) === 'string';

/** Lets the newest of several equal requests live; a request that carries a `_mid` may be repeated safely and is left alone. */
function cancelDuplicate(
  services: ApiServices,
  request: ApiRequest,
  outerSignal: AbortSignal,
): { signal: AbortSignal; done: () => void } {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  outerSignal.addEventListener('abort', stop);
  const key =
    request.allowsParallel === true || hasMutationId(request) || request.body instanceof FormData
      ? undefined
      : requestKey(request);
  if (key !== undefined) {
    const earlier = services.pendingRequests.get(key);
    if (earlier) {
      earlier.abort();
      services.log(services.requestMessages.duplicate(request.url));
    }
    services.pendingRequests.set(key, aborter);
  }
  const done = () => {
    outerSignal.removeEventListener('abort', stop);
    if (key !== undefined && services.pendingRequests.get(key) === aborter) services.pendingRequests.delete(key);
  };
  return { signal: aborter.signal, done };
}

/** The epoch of the change log travels with every list, a mark of one's rights and menu with the bootstrap: the socket compares both. */
function recordVersions(services: ApiServices, data: unknown): void {
  const { epoch, rights } = asRecord(data) ?? {};
  if (typeof epoch === 'string') services.live.setEpoch(epoch);
  if (typeof rights === 'string') services.live.setPermissionsVersion(rights);
}

/** What travels with an answer besides its data: the server's message. */
interface AnswerMeta {
  readonly msg?: string;
}
/** An answer with the server's message, for callers that show it with an action of their own; absent when the server says nothing. */
export const withMessage = <T extends object>(data: T, meta: AnswerMeta | undefined): T & { readonly said?: string } =>
  meta?.msg ? { ...data, said: meta.msg } : data;

export const baseQuery: BaseQueryFn<ApiRequest, unknown, CallFault, object, AnswerMeta> = async (request, api) => {
  const services = getServices(api);
  const { signal, done } = cancelDuplicate(services, request, api.signal);
  const mutationId = mutationIdOf(request);
  if (typeof mutationId === 'string') services.ownMutations.record(mutationId);
  try {
    const outcome = await callWithConfirmation(services, api.getState as () => StateWithSession, request, signal);
    if ('data' in outcome) {
      recordVersions(services, outcome.data);
      if (request.announce === true) services.toasts.show('success', outcome.msg || services.requestMessages.success());
      return { data: outcome.data, meta: { msg: outcome.msg } };
    }
    const error = 'fault' in outcome ? outcome.fault : createSilentFault(services, 'cancelled');
    const isRepeated = services.retryingQueries.has(api.queryCacheKey ?? '');
    if (request.isSilent !== true && !isRepeated && isShownAsToast(error)) services.toasts.show('error', error.msg);
    return { error };
  } finally {
    done();
  }
};

/** The store passes its services to every thunk as the extra argument. */
const getServices = (api: BaseQueryApi): ApiServices => api.extra as ApiServices;

/** Grows by `injectEndpoints`: sessions, bootstrap, rows. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: ['Bootstrap', 'Rows'],
  endpoints: (build) => ({
    /** Any other call; answers the envelope's data. */
    request: build.mutation<unknown, ApiRequest>({ query: (request) => request }),
    /** Any other call whose caller shows the server's message itself. */
    tell: build.mutation<{ readonly data: unknown; readonly said: string }, ApiRequest>({
      query: (request) => request,
      transformResponse: (data: unknown, meta) => ({ data, said: meta?.msg ?? '' }),
    }),
    /** Any other read. */
    ask: build.query<unknown, ApiRequest>({ query: (request) => request }),
  }),
});
