/** A real OpenID provider (`oidc-provider`) whose person is always signed in, for tests: its keys rotate, and its ID tokens can be replaced. */
import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const OIDC_CLIENT = { id: 'atrium', secret: 'client-secret-of-the-test-0123456789' } as const;

type Claims = Readonly<Record<string, unknown>>;
export interface IdToken {
  readonly header: Claims;
  readonly claims: Claims;
}
export interface OpenIdProvider {
  readonly issuer: string;
  /** The person who signs in next. */
  subject: string;
  /** Replaces the ID token of the next responses. */
  replaceIdToken: ((token: IdToken, signToken: SignToken) => string) | undefined;
  /** New keys in place of the old ones. */
  readonly rotateKeys: () => void;
  /** Signs in at the address as a browser does; returns the query of the redirect. */
  readonly authorize: (url: string) => Promise<string>;
  readonly close: () => Promise<void>;
}
export type SignToken = (token: IdToken, key?: JsonWebKey) => string;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
let keyCount = 0;
export const createKey = (): JsonWebKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  keyCount += 1;
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${keyCount}`, alg: 'RS256', use: 'sig' };
};
function signWith(key: JsonWebKey, { header, claims }: IdToken): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey({ key, format: 'jwk' }));
  return `${text}.${signature.toString('base64url')}`;
}

function createProvider(issuer: string, redirectUri: string, key: JsonWebKey): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['cookie-key-of-the-test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, email: 'admin@example.com' }) }),
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
}

export async function startOpenIdProvider(redirectUri: string, port = 0): Promise<OpenIdProvider> {
  let key = createKey();
  let provider: Provider;
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: state.subject, remember: false } });
    const grant = new provider.Grant({ accountId: state.subject, clientId: OIDC_CLIENT.id });
    grant.addOIDCScope('openid');
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  };
  const replaceToken = (response: ServerResponse) => {
    const end = response.end.bind(response) as (text: string) => ServerResponse;
    response.end = ((text: string) => {
      const answer = JSON.parse(text) as { readonly id_token?: string };
      const [header, claims] = (answer.id_token ?? '').split('.');
      if (state.replaceIdToken === undefined || claims === undefined) return end(text);
      const token = { header: decode(header), claims: decode(claims) };
      const idToken = state.replaceIdToken(token, (changed, other = key) => signWith(other, changed));
      const changed = JSON.stringify({ ...answer, id_token: idToken });
      response.setHeader('content-length', Buffer.byteLength(changed));
      return end(changed);
    }) as ServerResponse['end'];
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      void interact(request, response);
      return;
    }
    if (request.url === '/token') replaceToken(response);
    void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  provider = createProvider(issuer, redirectUri, key);
  const state: OpenIdProvider = {
    issuer,
    subject: 'person-1',
    replaceIdToken: undefined,
    rotateKeys: () => {
      key = createKey();
      provider = createProvider(issuer, redirectUri, key);
    },
    authorize: (url) => followRedirects(url, redirectUri),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** Follows the redirects with cookies until one leaves the provider. */
async function followRedirects(url: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers, status } = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = headers.get('location');
    if (location === null) throw new Error(`the provider answers ${status} at ${next}`);
    next = new URL(location, next).href;
    if (next.startsWith(until)) return new URL(next).search;
  }
  throw new Error('the provider redirects without end');
}
