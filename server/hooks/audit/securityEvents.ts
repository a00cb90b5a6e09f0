/** Security events: written by the system through the writer, so that their list is live. */
import type { securityEvent } from '../../../common/entities/securityEvent';
import type { Infer } from '../../../common/entity/entity';
import { truncate } from '../../../common/text/normalize';
import type { Realm } from '../../../common/realm';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { toSystemContext } from '../../platform/systemContext';

export interface NewSecurityEvent {
  readonly kind: Infer<typeof securityEvent>['kind'];
  readonly realm: Realm;
  readonly principal: number;
  /** Read from the account when the caller does not pass it. */
  readonly name?: string;
  readonly detail?: Readonly<Record<string, string | number>>;
}

async function loadUsername({ db }: Services, realm: Realm, id: number): Promise<string> {
  const [row] = await db.rows<{ readonly username: string }>(
    `SELECT username FROM \`${realm === 'admin' ? 'admin' : 'user'}\` WHERE id = ?`,
    [id],
  );
  return row?.username ?? `${realm}:${id}`;
}

/** Writes a security event. A failure is logged and does not undo the reported action. */
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
    const name = newEvent.name ?? (await loadUsername(services, realm, principal));
    await writer.create(toSystemContext(ctx), entity, {
      kind,
      name: truncate(name, 30),
      [realm === 'admin' ? 'admin_id' : 'user_id']: principal,
      ip: ip.slice(0, 45),
      useragent: truncate(userAgent, 255),
      detail: detail ?? {},
    });
  } catch (error) {
    services.log.error({ err: error, event: kind, realm, principal }, 'a security event was not written');
  }
}
