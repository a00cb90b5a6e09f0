/** Telling staff whole activation codes: to whoever holds the node, and never without a trace. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { beginning } from '../../../common/text/clean';
import { wholeCode } from '../../behaviours/activationCode';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Step, Within, Writer } from '../../engine/writer';
import type { Kit } from '../../kit';

const chosen = z.object({ ids: z.array(z.number().int().positive()).min(1).max(LIMITS.bulk) });

export interface Revealed {
  readonly id: number;
  readonly code: string;
}

export function routeReveal({ route }: Inventory, writer: Writer): void {
  route({
    method: 'POST',
    path: '/admin/activation_code/reveal',
    realm: 'admin',
    access: 'admin',
    node: 'activation_code/reveal',
    query: [],
    body: 'json',
    input: chosen,
    summary: 'Show whole activation codes; noted as a security event',
    handler: (call) => reveal(call, writer),
  });
}

const noun = ({ registry }: Kit, name: string) => {
  const entity = registry.get(name);
  if (entity === undefined) throw fault('row.missing');
  return entity;
};

/** The answer is kept nowhere: neither under a mutation id nor in what the act tells of itself. */
async function reveal({ ctx, body }: Call, writer: Writer): Promise<Done> {
  const { mid: _mid, ...rest } = ctx;
  const ids = [...new Set(chosen.parse(body).ids)];
  const codes: Revealed[] = [];
  await writer.changeSet(rest, { verb: 'reveal', about: 'activation_code' }, async (within, step) => {
    codes.length = 0;
    codes.push(...(await codesOf(within, step, ids)));
    await note(step, ids.length);
    return {};
  });
  return { data: { codes } };
}

/** All or none: judged row by row like any action, then opened as they stand in the same transaction. */
async function codesOf(within: Within, step: Step, ids: readonly number[]): Promise<readonly Revealed[]> {
  const entity = noun(step.kit, 'activation_code');
  for (const id of ids) await within.act(entity, id, 'reveal', {});
  const rows = await step.find(entity.name, { field: 'id', op: 'IN', value: ids });
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => {
    const { mark = null, sealed = null } = byId.get(id) ?? {};
    return { id, code: wholeCode(step.kit.env.appKeys, { mark: textOf(mark), sealed: textOf(sealed) }) };
  });
}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In the same transaction: what could not be noted is not told. */
const note = ({ house, kit, actor, ip, userAgent }: Step, rows: number) =>
  house.create(noun(kit, 'security_event'), {
    kind: 'codes_revealed',
    name: beginning(actor.name, 30),
    admin_id: actor.id,
    ip: ip.slice(0, 45),
    useragent: beginning(userAgent, 255),
    detail: { entity: 'activation_code', rows },
  });
