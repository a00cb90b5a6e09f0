/** Records denied requests (403) of staff in the audit log, at a limited rate. */
import type { AnyEntity } from '../../../common/entity/entity';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { refusedRequestTitle } from '../../../common/locales/logTitle';
import { titleContext } from '../../../common/locales/localizedTitles';
import type { Fault, FaultCode } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { getActorAccount, auditLog } from '../../hooks/audit/auditLog';
import type { Route } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { createBackgroundQueue } from '../../platform/backgroundQueue';

/** Errors that mean that the actor requested something it may not have; invalid input is not among them. */
const LOGGED_CODES: ReadonlySet<FaultCode> = new Set([
  'access.denied',
  'access.beyond',
  'access.beyond_parent',
  'access.self',
  'access.last_super',
  'row.append_only',
]);

export interface DeniedRequest {
  readonly ctx: RequestContext;
  readonly route: Route;
  readonly fault: Fault;
}
export interface DeniedRequestLog {
  /** Records a denied request; returns at once and never throws. */
  readonly record: (denied: DeniedRequest) => void;
  /** Resolves when all recorded requests are written. */
  readonly settled: () => Promise<void>;
}

/** Creates the log. Above `refusalsPerMinute` of one admin, further requests are counted and written as one entry. */
export function createDeniedRequestLog(services: Services, writer: Writer): DeniedRequestLog {
  const entity = services.registry.get(auditLog.entity);
  const countsByAdmin = new Map<number, { readonly minute: number; noted: number }>();
  const backgroundQueue = createBackgroundQueue(services.log);

  const countDenial = (adminId: number): number => {
    const minute = Math.floor(services.clock.now() / 60_000);
    const known = countsByAdmin.get(adminId);
    const current = known?.minute === minute ? known : { minute, noted: 0 };
    countsByAdmin.set(adminId, current);
    current.noted += 1;
    return current.noted;
  };

  return {
    record: (denied) => {
      const { ctx, fault } = denied;
      if (!entity || ctx.actor.kind !== 'staff' || !LOGGED_CODES.has(fault.code)) return;
      const ordinal = countDenial(ctx.actor.id);
      if (ordinal > SERVER_LIMITS.refusalsPerMinute) return;
      const task = () => writeEntry(writer, entity, { ...denied, more: ordinal === SERVER_LIMITS.refusalsPerMinute });
      backgroundQueue.add(task, 'failed to record a denied request', { requestId: ctx.requestId });
    },
    settled: backgroundQueue.whenIdle,
  };
}

const writeEntry = (
  writer: Writer,
  entity: AnyEntity,
  { ctx, route, fault, more }: DeniedRequest & { readonly more: boolean },
) => {
  const request = { method: route.method, path: route.path, ...(more ? { more } : {}) };
  const title = refusedRequestTitle(request, titleContext(ctx.services.registry, ctx.lang)) ?? route.summary;
  return writer.inTransaction({ ...ctx, deadline: { hasPassed: false } }, (_txWriter, hook) =>
    hook.asSystem.create(entity, {
      admin_id: ctx.actor.id,
      username: getActorAccount(ctx),
      title: truncate(title, 120),
      data: { refused: fault.code, ...request, node: route.permission ?? null },
      url: ctx.url,
      ip: ctx.ip,
      useragent: ctx.userAgent,
    }),
  );
};
