/** What staff tried and were refused: entries of the admin log beside those of what they did, but never more than a person can read. */
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import { refusedTitle } from '../../../common/locales/logTitle';
import { logReading } from '../../../common/locales/readerTitles';
import type { Fault, FaultCode } from '../../../common/protocol/faults';
import { beginning } from '../../../common/text/clean';
import { accountOf, journal } from '../../behaviours/journal';
import type { Route } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { createAfterwards } from '../../platform/afterwards';

/** Refusals that say somebody reached for what is not his; a typing mistake is none. */
const TOLD: ReadonlySet<FaultCode> = new Set([
  'access.denied',
  'access.beyond',
  'access.self',
  'access.last_super',
  'row.append_only',
]);

export interface Refused {
  readonly ctx: RequestContext;
  readonly route: Route;
  readonly fault: Fault;
}
export interface Refusals {
  /** Notes a refusal of staff; returns at once and never fails. */
  readonly note: (refused: Refused) => void;
  /** Resolves when everything noted so far is written. */
  readonly settled: () => Promise<void>;
}

/** Makes the keeper of refusals. Above `refusalsPerMinute` of one admin further ones are counted and told as one entry. */
export function createRefusals(services: Services, writer: Writer): Refusals {
  const entity = services.registry.get(journal.entity);
  const minutes = new Map<number, { readonly minute: number; noted: number }>();
  const afterwards = createAfterwards(services.log);

  const place = (adminId: number): number => {
    const minute = Math.floor(services.clock.now() / 60_000);
    const known = minutes.get(adminId);
    const current = known?.minute === minute ? known : { minute, noted: 0 };
    minutes.set(adminId, current);
    current.noted += 1;
    return current.noted;
  };

  return {
    note: (refused) => {
      const { ctx, fault } = refused;
      if (!entity || ctx.actor.realm !== 'staff' || !TOLD.has(fault.code)) return;
      const nth = place(ctx.actor.id);
      if (nth > LIMITS.refusalsPerMinute) return;
      const task = () => write(writer, entity, { ...refused, more: nth === LIMITS.refusalsPerMinute });
      afterwards.add(task, 'a refusal was not noted', { requestId: ctx.requestId });
    },
    settled: afterwards.settled,
  };
}

const write = (
  writer: Writer,
  entity: AnyEntity,
  { ctx, route, fault, more }: Refused & { readonly more: boolean },
) => {
  const request = { method: route.method, path: route.path, ...(more ? { more } : {}) };
  const title = refusedTitle(request, logReading(ctx.services.registry, ctx.lang)) ?? route.summary;
  return writer.inTransaction({ ...ctx, deadline: { passed: false } }, (_within, hook) =>
    hook.asSystem.create(entity, {
      admin_id: ctx.actor.id,
      username: accountOf(ctx),
      title: beginning(title, 120),
      data: { refused: fault.code, ...request, node: route.node ?? null },
      url: ctx.url,
      ip: ctx.ip,
      useragent: ctx.userAgent,
    }),
  );
};
