/** Requests to the OpenID provider that wait for their response: each allows one, within ten minutes, by the browser that began it. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { computeHmacs } from '../crypto/crypto';

const REQUEST_PATTERN = /^ba_o_[A-Za-z0-9_-]{43}$/;

export interface OidcRequest {
  /** The admin whose account gets the identity; null for a sign-in. */
  readonly adminId: number | null;
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
  readonly redirectUri: string;
  readonly isRemembered: boolean;
}

/** Stores a request. Returns the ticket that its browser keeps: only its hash is stored. */
export async function storeOidcRequest(services: Services, request: OidcRequest): Promise<string> {
  const ticket = `ba_o_${randomBytes(32).toString('base64url')}`;
  const [id = ''] = computeHmacs(services.env.appKeys, 'oidc_request', ticket);
  const { adminId, state, nonce, verifier, redirectUri, isRemembered } = request;
  await services.db.transact((tx) =>
    tx.run(
      'INSERT INTO `oidc_request` (id, admin_id, state, nonce, verifier, redirect_uri, keep, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      [
        ...[id, adminId, state, nonce, verifier, redirectUri, isRemembered ? 1 : 0],
        services.clock.now() + LIMITS.oidcSignInSeconds * 1000,
      ],
    ),
  );
  return ticket;
}

interface Row {
  readonly id: string;
  readonly admin_id: number | null;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect_uri: string;
  readonly keep: number;
}
/** Reads and deletes a request; undefined when it is unknown, used or expired. */
export async function redeemOidcRequest(services: Services, ticket: string): Promise<OidcRequest | undefined> {
  if (!REQUEST_PATTERN.test(ticket)) return undefined;
  const ids = computeHmacs(services.env.appKeys, 'oidc_request', ticket);
  return services.db.transact(async (tx) => {
    const [row] = await tx.rows<Row>(
      `SELECT id, admin_id, state, nonce, verifier, redirect_uri, keep FROM \`oidc_request\` WHERE id IN (${placeholders(ids.length)}) AND expires_at > ?`,
      [...ids, services.clock.now()],
    );
    if (row === undefined) return undefined;
    const { changes } = await tx.run('DELETE FROM `oidc_request` WHERE id = ?', [row.id]);
    if (changes === 0) return undefined;
    const { state, nonce, verifier, redirect_uri: redirectUri } = row;
    const adminId = row.admin_id === null ? null : Number(row.admin_id);
    return { adminId, state, nonce, verifier, redirectUri, isRemembered: Number(row.keep) === 1 };
  });
}
