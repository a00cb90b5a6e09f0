/** What opens the event stream once: an address cannot carry a header, and a token in an address ends in logs. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../../common/limits';
import { hmacs } from '../../../access/crypto/crypto';
import type { Services } from '../../../context';
import { placeholders } from '../../../platform/database/sql';

const TICKET_PATTERN = /^ba_t_[A-Za-z0-9_-]{43}$/;
const PURPOSE = 'terminal_ticket';

/** Who asked for it, and what it opens: one command under one number, or one task. */
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
  const [id = ''] = hmacs(services.env.appKeys, PURPOSE, ticket);
  const now = services.clock.now();
  await services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `terminal_ticket` WHERE expires_at < ?', [now]);
    await tx.run('INSERT INTO `terminal_ticket` (id, admin_id, session_id, body, expires_at) VALUES (?, ?, ?, ?, ?)', [
      ...[id, adminId, sessionId, JSON.stringify({ command, uuid }), now + LIMITS.taskTicketSeconds * 1000],
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
/** Uses a ticket up; undefined when it was never given, used before, or is over. */
export async function redeemStreamTicket(services: Services, ticket: string): Promise<TicketClaims | undefined> {
  if (!TICKET_PATTERN.test(ticket)) return undefined;
  const ids = hmacs(services.env.appKeys, PURPOSE, ticket);
  return services.db.transact(async (tx) => {
    const [row] = await tx.rows<TicketRow>(
      `SELECT id, admin_id, session_id, body FROM \`terminal_ticket\` WHERE id IN (${placeholders(ids.length)}) AND expires_at > ?`,
      [...ids, services.clock.now()],
    );
    if (row === undefined) return undefined;
    const { changes } = await tx.run('DELETE FROM `terminal_ticket` WHERE id = ?', [row.id]);
    if (changes === 0) return undefined;
    const { command, uuid } = JSON.parse(row.body) as Pick<TicketClaims, 'command' | 'uuid'>; // written above
    return { adminId: Number(row.admin_id), sessionId: row.session_id, command, uuid };
  });
}
