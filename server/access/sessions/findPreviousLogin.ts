/** The last login before the current one: the sign-in of an admin before that of a session. */
import type { Services } from '../../context';

interface PreviousLogin {
  /** Unix seconds; null where no earlier sign-in is recorded. */
  readonly previous_login_time: number | null;
  readonly previous_login_ip: string | null;
}
/** An admin sees it, so that an unknown sign-in is noticed. */
export async function findPreviousLogin(
  { db }: Pick<Services, 'db'>,
  adminId: number,
  sessionId = '',
): Promise<PreviousLogin> {
  const [row] = await db.rows<{ readonly created_at: number; readonly ip: string }>(
    `SELECT created_at, ip FROM \`session\` WHERE realm = 'admin' AND principal = ? AND id <> ?
      AND created_at <= (SELECT created_at FROM \`session\` WHERE id = ?) ORDER BY created_at DESC LIMIT 1`,
    [adminId, sessionId, sessionId],
  );
  return {
    previous_login_time: row === undefined ? null : Math.floor(Number(row.created_at) / 1000),
    previous_login_ip: row?.ip ?? null,
  };
}
