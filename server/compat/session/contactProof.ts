/**
 * The change of an own address: these clients send the proof of the present address, or the password, only with the last call, while our
 * route also wants it before it sends a code to the new address. The proof that a session got is therefore derived from the session.
 */
import type { IncomingMessage } from 'node:http';
import { asRecord, stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { storeOneTimeToken } from '../../access/codes/oneTimeCodes';
import { computeHmacs } from '../../access/crypto/crypto';
import { loadOwnContact, type ContactChannel } from '../../access/members/memberContacts';
import type { RequestContext } from '../../context';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { proofTokenKey } from '../../modules/member/account/contactChangeProof';
import type { RequestBody } from '../../platform/http/readBody';
import { serverOrigin } from '../olderClient';

const isChannel = (value: unknown): value is ContactChannel => value === 'email' || value === 'mobile';

/** Only the server can derive it, and it proves nothing until the present address was verified in the session. */
const deriveProof = ({ services, sessionId }: RequestContext, channel: ContactChannel): string =>
  computeHmacs(services.env.appKeys, 'compat-contact-proof', `${sessionId ?? ''}:${channel}`)[0] ?? '';

/** `POST /api/account/verification`: replaces the proof by the one of the session, which is valid as long and as often. */
export async function keepContactProof({ ctx }: RouteCall, result: HandlerResult): Promise<HandlerResult> {
  const data = asRecord(result.data);
  const type = data?.['type'];
  if (!isChannel(type) || ctx.sessionId === undefined) return result;
  const proof = deriveProof(ctx, type);
  await storeOneTimeToken(ctx.services, proofTokenKey(ctx, type), proof);
  return { ...result, data: { ...data, accountVerificationToken: proof } };
}

/**
 * `POST /api/Ems/send` and `/api/Sms/send`: a code for a new address comes with the proof of the session.
 * Error: `compat.first_contact` when no address is bound, so that only the password is a proof, and the request has none.
 */
export async function withContactProof(
  ctx: RequestContext,
  body: RequestBody,
  request: IncomingMessage,
): Promise<RequestBody> {
  const [, channel] = /^user_change_(.+)$/.exec(stringOrEmpty(body['event'] ?? body['template_code'])) ?? [];
  const hasProof = (body['accountVerificationToken'] ?? '') !== '' || (body['password'] ?? '') !== '';
  const { services, actor, sessionId } = ctx;
  if (!isChannel(channel) || hasProof || sessionId === undefined || actor.kind !== 'member') return body;
  if ((await loadOwnContact(services, actor.id, channel)) === '')
    throw fault('compat.first_contact', { url: `${serverOrigin(services, request)}/user/profile` });
  return { ...body, accountVerificationToken: deriveProof(ctx, channel) };
}
