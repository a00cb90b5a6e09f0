/** The relying party: authorization code flow with PKCE, state and nonce; the ID token is verified by the keys of the provider. */
import * as oidc from 'openid-client';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import type { Identity } from './identityStore';
import type { OidcRequest } from './oidcRequests';

const TIMEOUT_SECONDS = 10;
/** Allowed clock skew between this server and the provider. */
const CLOCK_TOLERANCE_SECONDS = 60;
const MAX_SUBJECT = 255;

const requireProvider = ({ env }: Services) => {
  if (env.oidc === null) throw fault('oidc.disabled');
  return env.oidc;
};

/** Without the causes: they hold responses of the provider. */
const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Reads the provider's configuration and, when they are needed, its keys, for each request, so that rotated keys count at once.
 * Errors: `oidc.disabled`, `oidc.unreachable`.
 */
async function discover(services: Services): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = requireProvider(services);
  const url = new URL(issuer);
  const skewSeconds = Math.round((services.clock.now() - Date.now()) / 1000);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; the operator allowed this private host
  const insecure = url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  try {
    return await oidc.discovery(
      url,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS, [oidc.clockSkew]: skewSeconds },
      oidc.ClientSecretBasic(clientSecret),
      // The code comes over TLS, but the signature and the keys are checked all the same.
      { timeout: TIMEOUT_SECONDS, execute: [oidc.enableNonRepudiationChecks, ...insecure] },
    );
  } catch (error) {
    services.log.warn({ problem: getMessage(error) }, 'the OpenID provider cannot be read');
    throw fault('oidc.unreachable');
  }
}

export interface BegunRequest {
  /** The address at the provider. */
  readonly url: string;
  readonly secrets: Pick<OidcRequest, 'state' | 'nonce' | 'verifier'>;
}
/** Errors: `oidc.disabled`, `oidc.unreachable`. */
export async function beginOidcRequest(services: Services, redirectUri: string): Promise<BegunRequest> {
  const config = await discover(services);
  const secrets = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, secrets };
}

/**
 * Exchanges the code of the response. Checks state, issuer of the response, signature, issuer, audience, times and nonce of the ID token.
 * Errors: `oidc.disabled`, `oidc.unreachable`, `oidc.failed`.
 */
export async function readIdentity(services: Services, request: OidcRequest, query: string): Promise<Identity> {
  const config = await discover(services);
  const response = new URL(request.redirectUri);
  response.search = query;
  try {
    const tokens = await oidc.authorizationCodeGrant(config, response, {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || claims.sub === '' || claims.sub.length > MAX_SUBJECT) throw fault('oidc.failed');
    return { issuer: claims.iss, subject: claims.sub };
  } catch (error) {
    services.log.warn({ problem: getMessage(error) }, 'the response of the OpenID provider was refused');
    throw fault('oidc.failed');
  }
}
