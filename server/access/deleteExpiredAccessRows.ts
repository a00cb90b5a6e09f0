/**
 * Scheduled cleanup (retention) of expired rows. It deletes rate limit counters, captchas, tickets and challenges of the second factor, pending authenticators, requests of
 * single sign-on, access tokens, locks of members, former contact data, read receipts and ended sessions.
 */
import type { Db } from '../context';

/** Milliseconds for which ended sessions stay, as a record of where an account was used. */
const SESSIONS_KEPT_MS = 90 * 86_400_000;
/** Milliseconds for which read receipts of ledger entries stay stored. */
const READ_RECEIPTS_KEPT_MS = 90 * 86_400_000;
/** Milliseconds for which expired access tokens and unconfirmed authenticators stay stored. */
const TOKENS_KEPT_MS = 86_400_000;

/** Deletes expired rows; returns their number. */
export async function deleteExpiredAccessRows(db: Db, now: number): Promise<number> {
  const deletions: readonly (readonly [sql: string, before: number])[] = [
    ['DELETE FROM `throttle` WHERE until <= ?', now],
    ['DELETE FROM `captcha` WHERE expires_at <= ?', now],
    ['DELETE FROM `factor_ticket` WHERE expires_at <= ?', now],
    ['DELETE FROM `member_ticket` WHERE expires_at <= ?', now],
    ['DELETE FROM `oidc_request` WHERE expires_at <= ?', now],
    ['DELETE FROM `factor_challenge` WHERE expires_at <= ?', now],
    ["DELETE FROM `admin_factor` WHERE kind = 'otp_new' AND created_at <= ?", now - TOKENS_KEPT_MS],
    ["DELETE FROM `member_factor` WHERE kind = 'otp_new' AND created_at <= ?", now - TOKENS_KEPT_MS],
    ['DELETE FROM `access_token` WHERE expires_at <= ?', now - TOKENS_KEPT_MS],
    ['DELETE FROM `member_lock` WHERE until <= ?', now],
    ['DELETE FROM `member_former` WHERE expires_at <= ?', now],
    ['DELETE FROM `entry_seen` WHERE arrived_at <= ?', now - READ_RECEIPTS_KEPT_MS],
    ['DELETE FROM `session` WHERE expires_at <= ?', now - SESSIONS_KEPT_MS],
  ];
  let deletedRows = 0;
  for (const [sql, before] of deletions) deletedRows += (await db.transact((tx) => tx.run(sql, [before]))).changes;
  return deletedRows;
}
