/** One-time tickets for the event stream: an EventSource URL cannot carry a header, and a token in a URL ends up in logs. */
import { randomBytes } from 'node:crypto';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import { computeHmacs } from '../../../access/crypto/crypto';
import type { Services } from '../../../context';
import { placeholders } from '../../../platform/database/sql';

const TICKET_PATTERN = /^ba_t_[A-Za-z0-9_-]{43}$/;
const PURPOSE = 'terminal_ticket';

/** The requester of the ticket, and its target: one command with one task id, or one task. */
export interface TicketClaims {
  readonly adminId: number;
  readonly sessionId: string;
  readonly command: string;
  readonly uuid: string;
}
export const isTicket = (text: string): boolean => TICKET_PATTERN.test(text);

export async function issueStreamTicket(
  services: Services,
  { adminId, sessionId, command, uuid }: TicketClaims,
): Promise<string> {
  const ticket = `ba_t_${randomBytes(32).toString('base64url')}`;
  const [id = ''] = computeHmacs(services.env.appKeys, PURPOSE, ticket);
  const now = services.clock.now();
  await services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `terminal_ticket` WHERE expires_at < ?', [now]);
    await tx.run('INSERT INTO `terminal_ticket` (id, admin_id, session_id, body, expires_at) VALUES (?, ?, ?, ?, ?)', [
      ...[id, adminId, sessionId, JSON.stringify({ command, uuid }), now + SERVER_LIMITS.taskTicketSeconds * 1000],
    ]);
  });
  return ticket;
}

interface TicketRow {
  readonly id: string;
  readonly admin_id: number;
  readonly session_id: string;
  readonly body: string;
}
/** Consumes a ticket; undefined when it is unknown, used or expired. */
export async function redeemStreamTicket(services: Services, ticket: string): Promise<TicketClaims | undefined> {
  if (!TICKET_PATTERN.test(ticket)) return undefined;
  const ids = computeHmacs(services.env.appKeys, PURPOSE, ticket);
  return services.db.transact(async (tx) => {
    const [row] = await tx.rows<TicketRow>(
      `SELECT id, admin_id, session_id, body FROM \`terminal_ticket\` WHERE id IN (${placeholders(ids.length)}) AND expires_at > ?`,
      [...ids, services.clock.now()],
    );
    if (row === undefined) return undefined;
    const { changes } = await tx.run('DELETE FROM `terminal_ticket` WHERE id = ?', [row.id]);
    if (changes === 0) return undefined;
    const { command, uuid } = JSON.parse(row.body) as Pick<TicketClaims, 'command' | 'uuid'>; // Written by `issueStreamTicket`.
    return { adminId: Number(row.admin_id), sessionId: row.session_id, command, uuid };
  });
}
