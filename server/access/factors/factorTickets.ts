/** Tickets between the password and the second factor, and challenges of passkeys; both expire after five minutes. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { computeHmacs } from '../crypto/crypto';

const FORM = /^ba_s_[A-Za-z0-9_-]{43}$/;
const TICKET_LIFE_MS = LIMITS.factorSeconds * 1000;

export interface FactorTicket {
  /** The hash that is stored. */
  readonly id: string;
  readonly adminId: number;
  readonly isRemembered: boolean;
  readonly isNewLocation: boolean;
}

/** Creates a ticket after the right password; it allows one sign-in with a second factor. */
export async function issueFactorTicket(services: Services, ticketData: Omit<FactorTicket, 'id'>): Promise<string> {
  const ticket = `ba_s_${randomBytes(32).toString('base64url')}`;
  const [id = ''] = computeHmacs(services.env.appKeys, 'factor_ticket', ticket);
  await services.db.transact((tx) =>
    tx.run('INSERT INTO `factor_ticket` (id, admin_id, keep, new_place, expires_at) VALUES (?, ?, ?, ?, ?)', [
      ...[
        id,
        ticketData.adminId,
        ticketData.isRemembered ? 1 : 0,
        ticketData.isNewLocation ? 1 : 0,
        services.clock.now() + TICKET_LIFE_MS,
      ],
    ]),
  );
  return ticket;
}

interface Row {
  readonly id: string;
  readonly admin_id: number;
  readonly keep: number;
  readonly new_place: number;
}
/** Reads a ticket; undefined when it is unknown, used or expired. */
export async function readFactorTicket(services: Services, text: string): Promise<FactorTicket | undefined> {
  if (!FORM.test(text)) return undefined;
  const ids = computeHmacs(services.env.appKeys, 'factor_ticket', text);
  const [row] = await services.db.rows<Row>(
    `SELECT id, admin_id, keep, new_place FROM \`factor_ticket\` WHERE id IN (${placeholders(ids.length)}) AND expires_at > ?`,
    [...ids, services.clock.now()],
  );
  return (
    row && {
      id: row.id,
      adminId: Number(row.admin_id),
      isRemembered: Number(row.keep) === 1,
      isNewLocation: Number(row.new_place) === 1,
    }
  );
}

/** Uses up a ticket; false when another request was faster. */
export const redeemFactorTicket = async (services: Services, { id }: FactorTicket): Promise<boolean> =>
  (await services.db.transact((tx) => tx.run('DELETE FROM `factor_ticket` WHERE id = ?', [id]))).changes > 0;

/** The purpose of a challenge and the session or ticket that may answer it. */
export type ChallengeOwner = `${'login' | 'step' | 'enrol'}:${string}`;

/** Stores a challenge, which replaces an earlier one. */
export const storeChallenge = (services: Services, owner: ChallengeOwner, challenge: string): Promise<void> =>
  services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `factor_challenge` WHERE id = ?', [owner]);
    await tx.run('INSERT INTO `factor_challenge` (id, challenge, expires_at) VALUES (?, ?, ?)', [
      ...[owner, challenge, services.clock.now() + TICKET_LIFE_MS],
    ]);
  });

/** Reads and deletes the challenge, so that it allows one answer. */
export const takeChallenge = (services: Services, owner: ChallengeOwner): Promise<string | undefined> =>
  services.db.transact(async (tx) => {
    const [row] = await tx.rows<{ readonly challenge: string }>(
      'SELECT challenge FROM `factor_challenge` WHERE id = ? AND expires_at > ?',
      [owner, services.clock.now()],
    );
    const { changes } = await tx.run('DELETE FROM `factor_challenge` WHERE id = ?', [owner]);
    return changes > 0 ? row?.challenge : undefined;
  });
