/** The base query of RTK Query: sends a request, interprets the envelope, refreshes tokens, asks for confirmations and shows errors. */
import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Envelope } from '../../../common/protocol/envelope';
import type { ApiServices } from './apiServices';
import { DECLINED, isShownAsToast, getFaultKind, type CallFault } from './faults';
import { parseBalanceQuestion } from './balanceConfirmation';
import { asRecord, asString } from '../../../common/json';
import { sanitizeAppPath, APP_PATHS } from '../routing/safeRedirects';
import { type StateWithSession } from '../store/session';
import { REALMS, type Realm } from '../../../common/realm';
import { toUrl, sendRequest, type HttpCall, type HttpResult } from './transport';

export interface ApiRequest extends HttpCall {
  /** The caller shows errors itself. */
  readonly isSilent?: boolean;
  /** Announce success: with the server's message, else "Operation successful". */
  readonly announce?: boolean;
  /** Equal requests may run at the same time; otherwise a later one cancels the earlier one. */
  readonly allowsParallel?: boolean;
}

/** The realm of a request: `admin` if its path begins with /admin. */
export const getUrlRealm = (url: string): Realm => (/^\/admin(\/|$|\?)/i.test(url) ? 'admin' : 'member');

const NAMED_ROUTES: Readonly<Record<string, string>> = {
  adminLogin: '/admin/login',
  userLogin: '/user/login',
  admin: '/admin',
  user: '/user',
};
const LOGIN_PATH: Readonly<Record<Realm, string>> = { admin: APP_PATHS.admin.login, member: APP_PATHS.member.login };
const ownTarget = (path: string, realm: Realm) =>
  path === LOGIN_PATH[realm] ? path : sanitizeAppPath(path, APP_PATHS[realm]);
/** The target of an envelope with code 302: a path of this product, otherwise the login page of the realm. */
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

function createTransportFault(services: ApiServices, kind: 'timeout' | 'network' | 'cancelled'): CallFault {
  if (kind === 'cancelled') return { kind, status: 0, code: 0, msg: '', data: null };
  return createFault(services, kind, 0, undefined, services.requestMessages.failure(kind));
}
/** The person closed the question: nothing was sent, and nothing is shown. */
const createDeclinedFault = (services: ApiServices): CallFault => ({
  ...createTransportFault(services, 'cancelled'),
  data: DECLINED,
});

/** Appends the id of the request on a second line, so that the error can be found in the server log. */
export function withRequestId(services: ApiServices, msg: string, data: unknown): string {
  const id = asString(asRecord(data)?.['requestId'], 64);
  return id === '' ? msg : `${msg}\n${services.requestMessages.request(id)}`;
}

/** Whether a refusal requires the password again; its message says so. */
const isStepUp = (data: unknown) => asRecord(data)?.['stepUp'] === true;

function createHttpFault(
  services: ApiServices,
  reply: Extract<HttpResult, { kind: 'response' }>,
  url: string,
): CallFault {
  const { status, envelope } = reply;
  const text =
    services.requestMessages.hasHttpMessage(status) && !isStepUp(envelope?.data)
      ? services.requestMessages.http(status, url)
      : envelope?.msg || services.requestMessages.http(status, url);
  return createFault(services, 'http', status, envelope, withRequestId(services, text, envelope?.data));
}

type CallOutcome =
  { readonly data: unknown; readonly msg: string } | { readonly fault: CallFault } | { readonly expired: string };

function interpretHttpResult(services: ApiServices, reply: HttpResult, request: HttpCall, token: string): CallOutcome {
  if (reply.kind !== 'response') return { fault: createTransportFault(services, reply.kind) };
  const { status, envelope } = reply;
  if (status < 200 || status > 299 || envelope === undefined)
    return { fault: createHttpFault(services, reply, request.url) };
  if (envelope.code === 1) return { data: envelope.data, msg: envelope.msg };
  if (envelope.code === 409) return { expired: token };
  if (envelope.code === 302) {
    const realm = getUrlRealm(request.url);
    services.endSession(realm, redirectTarget(envelope.data, realm));
    return { fault: createFault(services, 'signed_out', status, envelope, envelope.msg) };
  }
  return { fault: createFault(services, getFaultKind(envelope.code), status, envelope, envelope.msg) };
}

/** Pauses before the retries of a broken exchange. */
const RETRY_DELAYS_MS = [250, 1_000] as const;
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 504]);
const isConnectionFailure = (reply: HttpResult) =>
  reply.kind === 'network' || (reply.kind === 'response' && GATEWAY_ERRORS.has(reply.status));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Retries a lost request if it carries an idempotency key (`_mid`): the server applies it once, whether or not the first one had arrived. */
async function sendWithRetry(services: ApiServices, request: HttpCall, signal: AbortSignal): Promise<HttpResult> {
  let reply = await sendRequest(services.transport, request, signal);
  if (!hasIdempotencyKey(request)) return reply;
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
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const token = selectToken(state(), getUrlRealm(request.url));
  return interpretHttpResult(services, await sendWithRetry(services, request, signal), request, token);
}

const needsPassword = (outcome: CallOutcome) =>
  'fault' in outcome && outcome.fault.code === 403 && isStepUp(outcome.fault.data);

/** Sends a request; if it would delete members with a balance, sends it again once the person has confirmed the amounts. */
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
  if (confirm === undefined) return { fault: createTransportFault(services, 'cancelled') };
  return callWithConfirmation(services, state, { ...request, body: { ...asRecord(request.body), confirm } }, signal);
}

/**
 * Sends a request; if the server requires the password again (step-up), repeats it once after the confirmation. If the person
 * cancels, or the session ended meanwhile, the result is `cancelled`: neither they nor the next person must see the refusal.
 */
async function callWithStepUp(
  services: ApiServices,
  state: () => StateWithSession,
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const personId = () => state().session[getUrlRealm(request.url)]?.person.id;
  const caller = personId();
  const outcome = await callWithRefresh(services, state, request, signal);
  if (!needsPassword(outcome)) return outcome;
  const isConfirmed = await services.stepUp.confirm();
  if (personId() !== caller) return { fault: createTransportFault(services, 'cancelled') };
  if (isConfirmed === false) return { fault: createDeclinedFault(services) };
  return isConfirmed === true ? callWithRefresh(services, state, request, signal) : outcome;
}

/** Sends a request; if the access token has expired, refreshes it and repeats the request once. */
async function callWithRefresh(
  services: ApiServices,
  state: () => StateWithSession,
  request: HttpCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const first = await sendOnce(services, state, request, signal);
  if (!('expired' in first)) return first;
  const realm = getUrlRealm(request.url);
  const refreshResult = await services.refreshTokens(realm, first.expired);
  if (refreshResult === 'unreachable') return { fault: createTransportFault(services, 'network') };
  if (refreshResult === 'ended') return { fault: createFault(services, 'signed_out', 200, undefined, ' ') };
  const second = await sendOnce(services, state, request, signal);
  if (!('expired' in second)) return second;
  services.endSession(realm, LOGIN_PATH[realm]);
  return { fault: createFault(services, 'signed_out', 200, undefined, ' ') };
}

const requestKey = (request: ApiRequest) =>
  JSON.stringify([request.method ?? 'GET', toUrl(request), request.body ?? null]);
const getIdempotencyKey = (request: HttpCall) => asRecord(request.body)?.['_mid'];
const hasIdempotencyKey = (request: HttpCall) => typeof getIdempotencyKey(request) === 'string';

/** Aborts an earlier equal request. Requests with an idempotency key are never aborted: they may be repeated safely. */
function cancelDuplicate(
  services: ApiServices,
  request: ApiRequest,
  outerSignal: AbortSignal,
): { signal: AbortSignal; done: () => void } {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  outerSignal.addEventListener('abort', stop);
  const key =
    request.allowsParallel === true || hasIdempotencyKey(request) || request.body instanceof FormData
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
  const finish = () => {
    outerSignal.removeEventListener('abort', stop);
    if (key !== undefined && services.pendingRequests.get(key) === aborter) services.pendingRequests.delete(key);
  };
  return { signal: aborter.signal, done: finish };
}

/** Passes the epoch of the change log (in every list) and the version of permissions and menu (in the bootstrap) to the live connection. */
function recordVersions(services: ApiServices, data: unknown): void {
  const { epoch, rights: permissionsVersion } = asRecord(data) ?? {};
  if (typeof epoch === 'string') services.live.setEpoch(epoch);
  if (typeof permissionsVersion === 'string') services.live.setPermissionsVersion(permissionsVersion);
}

/** The server's message, which travels beside the data of a response. */
interface ResponseMeta {
  readonly msg?: string;
}
/** Adds the server's message to a response, for callers that show it together with an action; absent if the server sent none. */
export const withMessage = <T extends object>(
  data: T,
  meta: ResponseMeta | undefined,
): T & { readonly message?: string } => (meta?.msg ? { ...data, message: meta.msg } : data);

export const baseQuery: BaseQueryFn<ApiRequest, unknown, CallFault, object, ResponseMeta> = async (request, api) => {
  const services = getServices(api);
  const { signal, done } = cancelDuplicate(services, request, api.signal);
  const idempotencyKey = getIdempotencyKey(request);
  if (typeof idempotencyKey === 'string') services.ownMutations.record(idempotencyKey);
  try {
    const outcome = await callWithConfirmation(services, api.getState as () => StateWithSession, request, signal);
    if ('data' in outcome) {
      recordVersions(services, outcome.data);
      if (request.announce === true) services.toasts.show('success', outcome.msg || services.requestMessages.success());
      return { data: outcome.data, meta: { msg: outcome.msg } };
    }
    const error = 'fault' in outcome ? outcome.fault : createTransportFault(services, 'cancelled');
    const isRepeated = services.retryingQueries.has(api.queryCacheKey ?? '');
    if (request.isSilent !== true && !isRepeated && isShownAsToast(error)) services.toasts.show('error', error.msg);
    return { error };
  } finally {
    done();
  }
};

/** The store passes its services to every thunk as the extra argument. */
const getServices = (api: BaseQueryApi): ApiServices => api.extra as ApiServices;

/** Other modules add their endpoints with `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: ['Bootstrap', 'Rows'],
  endpoints: (build) => ({
    /** Any other call; resolves with the envelope's data. */
    request: build.mutation<unknown, ApiRequest>({ query: (request) => request }),
    /** Any other call; the caller shows the server's message. */
    requestWithMessage: build.mutation<{ readonly data: unknown; readonly message: string }, ApiRequest>({
      query: (request) => request,
      transformResponse: (data: unknown, meta) => ({ data, message: meta?.msg ?? '' }),
    }),
    /** Any other read. */
    read: build.query<unknown, ApiRequest>({ query: (request) => request }),
  }),
});
