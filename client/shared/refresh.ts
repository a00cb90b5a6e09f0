/** Renews an expired access token: once at a time per realm, in this tab and across all tabs (specification, point 4). */
import { asRecord, asText } from './persist';
import type { Realm, Tokens } from './session';
import { send, type Transport } from './transport';

/** `unreachable`: the server could not be asked; the session stands and the call may be tried again later. */
export type Renewal = 'renewed' | 'ended' | 'unreachable';
export type Renew = (realm: Realm, failedToken: string) => Promise<Renewal>;

export interface RenewParts {
  readonly transport: Transport;
  /** The tokens this tab holds. */
  readonly held: (realm: Realm) => Tokens | undefined;
  /** The tokens in storage, perhaps newer: another tab may have renewed them. `undefined` when the session is not shared. */
  readonly shared: (realm: Realm) => Tokens | null | undefined;
  /** Asks tabs that hold a copy of this tab's own session whether they are ahead; `held` knows afterwards. */
  readonly askTwins: (realm: Realm, refreshToken: string) => Promise<void>;
  /** The notes of earlier sign-ins, parted by spaces: they show that this is the session's own browser. */
  readonly device?: (realm: Realm) => string;
  readonly renewed: (realm: Realm, tokens: Tokens) => void;
  readonly ended: (realm: Realm) => void;
  /** Web Locks where the browser has them. */
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

export async function browserLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}

async function ask(parts: RenewParts, realm: Realm, refreshToken: string): Promise<Renewal> {
  const { transport, renewed, ended } = parts;
  const device = parts.device?.(realm) ?? '';
  const reply = await send(transport, {
    url: '/api/common/refreshToken',
    method: 'POST',
    body: { refresh_token: refreshToken, ...(device === '' ? {} : { device }) },
  });
  if (reply.kind !== 'answer' || reply.envelope === undefined || reply.status >= 500 || reply.status === 429) {
    return 'unreachable';
  }
  const data = asRecord(reply.envelope.data);
  const token = asText(data?.['token'], 512);
  if (reply.envelope.code !== 1 || data?.['type'] !== `${realm}-refresh` || token === '') {
    ended(realm);
    return 'ended';
  }
  renewed(realm, { token, refreshToken: asText(data['refresh_token'] ?? data['refreshToken'], 512) || refreshToken });
  return 'renewed';
}

async function renewOnce(parts: RenewParts, realm: Realm, failedToken: string): Promise<Renewal> {
  const shared = parts.shared(realm);
  if (shared && shared.token !== failedToken) {
    parts.renewed(realm, shared);
    return 'renewed';
  }
  const known = parts.held(realm);
  if (shared === undefined && known !== undefined) await parts.askTwins(realm, known.refreshToken);
  const held = parts.held(realm);
  if (shared === null || held === undefined) {
    parts.ended(realm);
    return 'ended';
  }
  return held.token === failedToken ? ask(parts, realm, held.refreshToken) : 'renewed';
}

export function createRenew(parts: RenewParts): Renew {
  const running = new Map<Realm, Promise<Renewal>>();
  return (realm, failedToken) => {
    const held = parts.held(realm);
    if (held && held.token !== failedToken) return Promise.resolve('renewed');
    const current = running.get(realm);
    if (current) return current;
    const next = parts
      .lock(`atrium-refresh-${realm}`, () => renewOnce(parts, realm, failedToken))
      .finally(() => running.delete(realm));
    running.set(realm, next);
    return next;
  };
}
