/** Asks the server why a session ended. */
import { asRecord } from '../../../common/json';
import { parseSessionEndReason, type SessionEndReason } from '../../../common/protocol/sessionEndReason';
import { sendRequest, type Transport } from '../api/transport';

/** Resolves with null when the session was signed out, is still valid, or the server does not respond. Needs the session's last refresh token. */
export async function fetchEndReason(transport: Transport, refreshToken: string): Promise<SessionEndReason | null> {
  const reply = await sendRequest(transport, {
    url: '/api/common/sessionEnd',
    method: 'POST',
    body: { refresh_token: refreshToken },
  });
  const data = reply.kind === 'response' ? asRecord(reply.envelope?.data) : undefined;
  return parseSessionEndReason(data?.['reason']) ?? null;
}
