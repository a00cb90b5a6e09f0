/** Tickets (short-lived login state) between the password and the second factor, and challenges of passkeys; both expire after five minutes. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { placeholders } from '../../platform/database/sql';
import type { Realm } from '../../../common/realm';
import { computeHmacs } from '../crypto/crypto';
import { FACTOR_TABLES, type FactorOwner } from './factorOwner';

const TICKET_PATTERN = /^ba_s_[A-Za-z0-9_-]{43}$/;
const TICKET_LIFE_MS = LIMITS.factorSeconds * 1000;

export interface FactorTicket {
  /** The hash that is stored. */
  readonly id: string;
  readonly owner: FactorOwner;
  readonly isRemembered: boolean;
  readonly isNewLocation: boolean;
  /** An OpenID provider stood in for the password. */
  readonly isWithoutPassword: boolean;
}

/** Creates a ticket after the right password or the response of an OpenID provider; it allows one sign-in with a second factor. */
export async function issueFactorTicket(services: Services, ticketData: Omit<FactorTicket, 'id'>): Promise<string> {
  const ticket = `ba_s_${randomBytes(32).toString('base64url')}`;
  const { ticket: ticketTable, person } = FACTOR_TABLES[ticketData.owner.realm];
  const [id = ''] = computeHmacs(services.env.appKeys, 'factor_ticket', ticket);
  await services.db.transact((tx) =>
    tx.run(
      `INSERT INTO ${ticketTable} (id, ${person}, keep, new_place, expires_at, without_password) VALUES (?, ?, ?, ?, ?, ?)`,
      [
        ...[id, ticketData.owner.id, ticketData.isRemembered ? 1 : 0, ticketData.isNewLocation ? 1 : 0],
        ...[services.clock.now() + TICKET_LIFE_MS, ticketData.isWithoutPassword ? 1 : 0],
      ],
    ),
  );
  return ticket;
}

interface FactorTicketRow {
  readonly id: string;
  readonly person: number;
  readonly keep: number;
  readonly new_place: number;
  readonly without_password: number;
}
/** Reads a ticket; undefined when it is unknown, used or expired. */
export async function loadFactorTicket(
  services: Services,
  realm: Realm,
  text: string,
): Promise<FactorTicket | undefined> {
  if (!TICKET_PATTERN.test(text)) return undefined;
  const { ticket, person } = FACTOR_TABLES[realm];
  const ids = computeHmacs(services.env.appKeys, 'factor_ticket', text);
  const [row] = await services.db.rows<FactorTicketRow>(
    `SELECT id, ${person} AS person, keep, new_place, without_password FROM ${ticket} WHERE id IN (${placeholders(ids.length)}) AND expires_at > ?`,
    [...ids, services.clock.now()],
  );
  return (
    row && {
      id: row.id,
      owner: { realm, id: Number(row.person) },
      isRemembered: Number(row.keep) === 1,
      isNewLocation: Number(row.new_place) === 1,
      isWithoutPassword: Number(row.without_password) === 1,
    }
  );
}

/** Uses up a ticket; false when another request was faster. */
export const redeemFactorTicket = async (services: Services, { id, owner }: FactorTicket): Promise<boolean> => {
  const sql = `DELETE FROM ${FACTOR_TABLES[owner.realm].ticket} WHERE id = ?`;
  return (await services.db.transact((tx) => tx.run(sql, [id]))).changes > 0;
};

/** The purpose of a challenge and the session or ticket that may redeem it. */
export type ChallengeOwner = `${'login' | 'step' | 'enrol'}:${string}`;

/** Stores a challenge, which replaces an earlier one. */
export const storeChallenge = (services: Services, owner: ChallengeOwner, challenge: string): Promise<void> =>
  services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `factor_challenge` WHERE id = ?', [owner]);
    await tx.run('INSERT INTO `factor_challenge` (id, challenge, expires_at) VALUES (?, ?, ?)', [
      ...[owner, challenge, services.clock.now() + TICKET_LIFE_MS],
    ]);
  });

/** Reads and deletes the challenge, so that it allows one response. */
export const redeemChallenge = (services: Services, owner: ChallengeOwner): Promise<string | undefined> =>
  services.db.transact(async (tx) => {
    const [row] = await tx.rows<{ readonly challenge: string }>(
      'SELECT challenge FROM `factor_challenge` WHERE id = ? AND expires_at > ?',
      [owner, services.clock.now()],
    );
    const { changes } = await tx.run('DELETE FROM `factor_challenge` WHERE id = ?', [owner]);
    return changes > 0 ? row?.challenge : undefined;
  });
