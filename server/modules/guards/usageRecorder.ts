/** Last-used and last-active times: records the last use of sessions and the activity of admins; these guards never refuse a request. */
import type { RequestGuard } from '../../engine/http/requestGuard';

/** `onUsed` is called for every request with a session; `seenAt` is the last use that was stored, in Unix milliseconds. */
export const createSessionRecorder = (
  onUsed: (session: { readonly sessionId: string; readonly seenAt: number }) => void,
): RequestGuard => ({
  name: 'sessionRecorder',
  beforeAccess: ({ session }) => {
    if (session?.seenAt !== undefined) onUsed({ sessionId: session.sessionId, seenAt: session.seenAt });
  },
});

/** `onRequest` is called for every request that an admin makes in person, not through an API token or a kiosk display. */
export const createWorkRecorder = (onRequest: (adminId: number) => void): RequestGuard => ({
  name: 'workRecorder',
  beforeAccess: ({ session, actor }) => {
    if (session?.tokenId === undefined && session?.kioskId === undefined && actor.kind === 'staff') onRequest(actor.id);
  },
});
