/** Security events: written by the system through the one write path, so that their list is live. */
import type { securityEvent } from '../../../common/entities/securityEvent';
import type { Infer } from '../../../common/entity/entity';
import { truncate } from '../../../common/text/normalize';
import type { Realm } from '../../access/tokens/sessionTokens';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { toSystemContext } from '../../platform/systemContext';

export interface NewSecurityEvent {
  readonly kind: Infer<typeof securityEvent>['kind'];
  readonly realm: Realm;
  readonly principal: number;
  /** Looked up when whoever notes it does not know. */
  readonly name?: string;
  readonly detail?: Readonly<Record<string, string | number>>;
}

async function usernameOf({ db }: Services, realm: Realm, id: number): Promise<string> {
  const [row] = await db.rows<{ readonly username: string }>(
    `SELECT username FROM \`${realm === 'admin' ? 'admin' : 'user'}\` WHERE id = ?`,
    [id],
  );
  return row?.username ?? `${realm}:${id}`;
}

/** Notes an event. That it could not be written must not undo what it tells of: it is logged instead. */
export async function recordSecurityEvent(
  ctx: RequestContext,
  writer: Writer,
  newEvent: NewSecurityEvent,
): Promise<void> {
  const { services, ip, userAgent } = ctx;
  const entity = services.registry.get('security_event');
  if (!entity) return;
  const { kind, realm, principal, detail } = newEvent;
  try {
    const name = newEvent.name ?? (await usernameOf(services, realm, principal));
    await writer.create(toSystemContext(ctx), entity, {
      kind,
      name: truncate(name, 30),
      [realm === 'admin' ? 'admin_id' : 'user_id']: principal,
      ip: ip.slice(0, 45),
      useragent: truncate(userAgent, 255),
      detail: detail ?? {},
    });
  } catch (error) {
    services.log.error({ err: error, event: kind, realm, principal }, 'a security event could not be written');
  }
}
