/** Passkeys (WebAuthn): registered under a name, answered with a challenge that counts once, bound to the site's own origin. */
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
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { Kit } from '../kit';
import { macs, open, seal } from './keys';
import { keepChallenge, takeChallenge, type ChallengeOwner } from './tickets';
import { newSessionId } from './tokens';

const PURPOSE = 'passkey';
const placeOf = (adminId: number): string => `admin:${adminId}`;

/** Where a passkey is used: the origin browsers sign, and the name keys are bound to. */
export interface PasskeySite {
  readonly origin: string;
  readonly rpId: string;
  readonly name: string;
}

/** The public address, or else the origin the page itself has: nobody else's. */
export function passkeySite(kit: Kit, { headers }: Pick<IncomingMessage, 'headers'>, name: string): PasskeySite {
  const origin = kit.env.publicUrl ?? headers.origin;
  if (origin === undefined || !URL.canParse(origin)) throw fault('auth.passkey');
  const url = new URL(origin);
  if (kit.env.publicUrl === null && url.host !== headers.host) throw fault('auth.passkey');
  return { origin: url.origin, rpId: url.hostname, name };
}

interface Row {
  readonly id: string;
  readonly secret: string;
  readonly counter: number;
}
interface Known {
  readonly id: string;
  readonly credential: WebAuthnCredential;
}

const kept = z.object({ id: z.string(), publicKey: z.string(), transports: z.array(z.string()) });

async function known(kit: Kit, adminId: number): Promise<readonly Known[]> {
  const rows = await kit.db.rows<Row>(
    "SELECT id, secret, counter FROM `admin_factor` WHERE admin_id = ? AND kind = 'passkey'",
    [adminId],
  );
  return rows.flatMap(({ id, secret, counter }) => {
    const text = open(kit.env.appKeys, PURPOSE, placeOf(adminId), secret);
    const read = text === undefined ? undefined : kept.safeParse(JSON.parse(text));
    if (!read?.success) return [];
    const publicKey = new Uint8Array(Buffer.from(read.data.publicKey, 'base64url'));
    return [{ id, credential: { ...read.data, publicKey, counter: Number(counter) } }];
  });
}
const allowed = (all: readonly Known[]) =>
  all.map(({ credential: { id, transports = [] } }) => ({ id, transports: [...transports] }));

export interface Person {
  readonly id: number;
  readonly name: string;
}
/** What the browser needs to make a passkey. */
export async function beginPasskey(kit: Kit, person: Person, owner: ChallengeOwner, site: PasskeySite) {
  const present = await known(kit, person.id);
  if (present.length >= LIMITS.passkeys) throw fault('bulk.too_many', { max: LIMITS.passkeys });
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: person.name,
    userID: new TextEncoder().encode(placeOf(person.id)),
    excludeCredentials: allowed(present),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    timeout: LIMITS.factorSeconds * 1000,
  });
  await keepChallenge(kit, owner, options.challenge);
  return options;
}

/** Keeps what the browser made; throws when it does not answer our challenge from our own site. */
export async function keepPasskey(
  kit: Kit,
  adminId: number,
  owner: ChallengeOwner,
  site: PasskeySite,
  { name, answer }: { readonly name: string; readonly answer: unknown },
): Promise<void> {
  const challenge = await takeChallenge(kit, owner);
  if (challenge === undefined) throw fault('auth.passkey');
  const judged = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON, // judged by the call itself
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
  }).catch((error: unknown) => refused(kit, error));
  if (judged?.verified !== true) throw fault('auth.passkey');
  const { id, publicKey, counter, transports = [] } = judged.registrationInfo.credential;
  const text = JSON.stringify({ id, publicKey: Buffer.from(publicKey).toString('base64url'), transports });
  const [mark = ''] = macs(kit.env.appKeys, PURPOSE, id);
  await kit.db.transact(async (tx) => {
    if ((await tx.rows('SELECT id FROM `admin_factor` WHERE mark = ?', [mark])).length > 0) throw fault('auth.passkey');
    await tx.run(
      "INSERT INTO `admin_factor` (id, admin_id, kind, name, secret, mark, counter, created_at, used_at) VALUES (?, ?, 'passkey', ?, ?, ?, ?, ?, NULL)",
      [
        ...[newSessionId(), adminId, name, seal(kit.env.appKeys, PURPOSE, placeOf(adminId), text)],
        ...[mark, counter, kit.clock.now()],
      ],
    );
    await kit.live.endedWithin?.(tx, `admin:${adminId}`);
  });
}

/** Gives one of the person's own keys another name; false when there is none of that id. */
export async function renamePasskey(kit: Kit, adminId: number, id: string, name: string): Promise<boolean> {
  const own = "id = ? AND admin_id = ? AND kind = 'passkey'";
  const [found] = await kit.db.rows(`SELECT id FROM \`admin_factor\` WHERE ${own}`, [id, adminId]);
  if (found)
    await kit.db.transact((tx) => tx.run(`UPDATE \`admin_factor\` SET name = ? WHERE ${own}`, [name, id, adminId]));
  return found !== undefined;
}

/** What an answer that proves nothing was wrong about is for the operator, not for who sent it. */
function refused(kit: Kit, error: unknown): undefined {
  kit.log.info({ err: error }, 'the answer of a passkey was refused');
  return undefined;
}

/** What the browser needs to ask for one of the person's passkeys. */
export async function askPasskey(kit: Kit, adminId: number, owner: ChallengeOwner, site: PasskeySite) {
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: allowed(await known(kit, adminId)),
    userVerification: 'preferred',
    timeout: LIMITS.factorSeconds * 1000,
  });
  await keepChallenge(kit, owner, options.challenge);
  return options;
}

/** Whether an answer is right: one of the person's own keys, the open challenge, our origin, and no copy of a key. */
export async function spendPasskey(
  kit: Kit,
  adminId: number,
  owner: ChallengeOwner,
  site: PasskeySite,
  answer: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const challenge = await takeChallenge(kit, owner);
  const own = (await known(kit, adminId)).find(({ credential }) => credential.id === answer['id']);
  if (challenge === undefined || own === undefined) return false;
  const judged = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON, // judged by the call itself
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: own.credential,
    requireUserVerification: false,
  }).catch((error: unknown) => refused(kit, error));
  if (judged?.verified !== true) return false;
  const { changes } = await kit.db.transact((tx) =>
    tx.run('UPDATE `admin_factor` SET counter = ?, used_at = ? WHERE id = ? AND counter = ?', [
      ...[judged.authenticationInfo.newCounter, kit.clock.now(), own.id, own.credential.counter],
    ]),
  );
  return changes > 0;
}
