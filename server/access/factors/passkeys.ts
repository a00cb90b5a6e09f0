/** Passkeys (WebAuthn): registered under a name, verified with a one-time challenge, bound to the origin of the site. */
import type { IncomingMessage } from 'node:http';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { computeHmacs, decrypt, encrypt } from '../crypto/crypto';
import { storeChallenge, redeemChallenge, type ChallengeOwner } from './factorTickets';
import { createSessionId } from '../tokens/sessionTokens';

const PURPOSE = 'passkey';
const getAad = (adminId: number): string => `admin:${adminId}`;

/** The origin that browsers sign, and the relying party id that keys are bound to. */
export interface PasskeySite {
  readonly origin: string;
  readonly rpId: string;
  readonly name: string;
}

/** The public URL, else the origin of the page if it is the server's own. */
export function resolvePasskeySite(
  services: Services,
  { headers }: Pick<IncomingMessage, 'headers'>,
  name: string,
): PasskeySite {
  const origin = services.env.publicUrl ?? headers.origin;
  if (origin === undefined || !URL.canParse(origin)) throw fault('auth.passkey');
  const url = new URL(origin);
  if (services.env.publicUrl === null && url.host !== headers.host) throw fault('auth.passkey');
  return { origin: url.origin, rpId: url.hostname, name };
}

interface PasskeyRow {
  readonly id: string;
  readonly secret: string;
  readonly counter: number;
}
interface StoredPasskey {
  readonly id: string;
  readonly credential: WebAuthnCredential;
}

const storedCredential = z.object({ id: z.string(), publicKey: z.string(), transports: z.array(z.string()) });

async function loadPasskeys(services: Services, adminId: number): Promise<readonly StoredPasskey[]> {
  const rows = await services.db.rows<PasskeyRow>(
    "SELECT id, secret, counter FROM `admin_factor` WHERE admin_id = ? AND kind = 'passkey'",
    [adminId],
  );
  return rows.flatMap(({ id, secret, counter }) => {
    const text = decrypt(services.env.appKeys, PURPOSE, getAad(adminId), secret);
    const read = text === undefined ? undefined : storedCredential.safeParse(JSON.parse(text));
    if (!read?.success) return [];
    const publicKey = new Uint8Array(Buffer.from(read.data.publicKey, 'base64url'));
    return [{ id, credential: { ...read.data, publicKey, counter: Number(counter) } }];
  });
}
const credentialDescriptors = (all: readonly StoredPasskey[]) =>
  all.map(({ credential: { id, transports = [] } }) => ({ id, transports: [...transports] }));

export interface PasskeyUser {
  readonly id: number;
  readonly name: string;
}
/** The options for `navigator.credentials.create`. */
export async function beginPasskeyRegistration(
  services: Services,
  user: PasskeyUser,
  owner: ChallengeOwner,
  site: PasskeySite,
) {
  const existing = await loadPasskeys(services, user.id);
  if (existing.length >= LIMITS.passkeys) throw fault('passkey.too_many', { max: LIMITS.passkeys });
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: user.name,
    userID: new TextEncoder().encode(getAad(user.id)),
    excludeCredentials: credentialDescriptors(existing),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    timeout: LIMITS.factorSeconds * 1000,
  });
  await storeChallenge(services, owner, options.challenge);
  return options;
}

/** Verifies and stores a new passkey; throws when it is no valid response to the challenge of this site. */
export async function registerPasskey(
  services: Services,
  adminId: number,
  owner: ChallengeOwner,
  site: PasskeySite,
  { name, answer: credential }: { readonly name: string; readonly answer: unknown },
): Promise<void> {
  const challenge = await redeemChallenge(services, owner);
  if (challenge === undefined) throw fault('auth.passkey');
  const verification = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON, // validated by the called function
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
  }).catch((error: unknown) => logRejected(services, error));
  if (verification?.verified !== true) throw fault('auth.passkey');
  const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
  const text = JSON.stringify({ id, publicKey: Buffer.from(publicKey).toString('base64url'), transports });
  const [credentialHash = ''] = computeHmacs(services.env.appKeys, PURPOSE, id);
  await services.db.transact(async (tx) => {
    if ((await tx.rows('SELECT id FROM `admin_factor` WHERE mark = ?', [credentialHash])).length > 0)
      throw fault('auth.passkey');
    await tx.run(
      "INSERT INTO `admin_factor` (id, admin_id, kind, name, secret, mark, counter, created_at, used_at) VALUES (?, ?, 'passkey', ?, ?, ?, ?, ?, NULL)",
      [
        ...[createSessionId(), adminId, name, encrypt(services.env.appKeys, PURPOSE, getAad(adminId), text)],
        ...[credentialHash, counter, services.clock.now()],
      ],
    );
    await services.live.sessionsEnded?.(tx, `admin:${adminId}`);
  });
}

/** Renames a passkey of the person; false when there is none of that id. */
export async function renamePasskey(services: Services, adminId: number, id: string, name: string): Promise<boolean> {
  const ownPasskeySql = "id = ? AND admin_id = ? AND kind = 'passkey'";
  const [found] = await services.db.rows(`SELECT id FROM \`admin_factor\` WHERE ${ownPasskeySql}`, [id, adminId]);
  if (found)
    await services.db.transact((tx) =>
      tx.run(`UPDATE \`admin_factor\` SET name = ? WHERE ${ownPasskeySql}`, [name, id, adminId]),
    );
  return found !== undefined;
}

/** Logs why a passkey was refused; the caller gets no details. */
function logRejected(services: Services, error: unknown): undefined {
  services.log.info({ err: error }, 'a passkey response was refused');
  return undefined;
}

/** The options for `navigator.credentials.get`. */
export async function beginPasskeyLogin(services: Services, adminId: number, owner: ChallengeOwner, site: PasskeySite) {
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: credentialDescriptors(await loadPasskeys(services, adminId)),
    userVerification: 'preferred',
    timeout: LIMITS.factorSeconds * 1000,
  });
  await storeChallenge(services, owner, options.challenge);
  return options;
}

/** Whether a response is valid: a passkey of the person, the open challenge, the origin of the site, and a growing signature counter. */
export async function verifyPasskey(
  services: Services,
  adminId: number,
  owner: ChallengeOwner,
  site: PasskeySite,
  answer: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const challenge = await redeemChallenge(services, owner);
  const passkey = (await loadPasskeys(services, adminId)).find(({ credential }) => credential.id === answer['id']);
  if (challenge === undefined || passkey === undefined) return false;
  const verification = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON, // validated by the called function
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: passkey.credential,
    requireUserVerification: false,
  }).catch((error: unknown) => logRejected(services, error));
  if (verification?.verified !== true) return false;
  const { changes } = await services.db.transact((tx) =>
    tx.run('UPDATE `admin_factor` SET counter = ?, used_at = ? WHERE id = ? AND counter = ?', [
      ...[verification.authenticationInfo.newCounter, services.clock.now(), passkey.id, passkey.credential.counter],
    ]),
  );
  return changes > 0;
}
