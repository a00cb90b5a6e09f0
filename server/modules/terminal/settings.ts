/** What staff decided about the terminal: kept in the database, never in code, each value of a known form (T7.13). */
import { z } from 'zod';
import { PACKAGE_MANAGERS, TERMINAL_DEFAULTS, type TerminalSettings } from '../../../common/terminal';
import { fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/unitOfWork';
import type { HookContext, Writer } from '../../engine/write/writer';
import { appendChanges } from '../../live/log';
import type { RequestContext, Services } from '../../context';
import { noteAct } from './audit';
import { GATE } from './task';

interface Row {
  readonly manager: string;
  readonly registry: string;
  readonly port: number;
  readonly cleanup: number;
}
/** What changes of these settings are called in the change log. */
export const SETTINGS = 'terminal_setting';
const isManager = (value: string): value is TerminalSettings['manager'] =>
  (PACKAGE_MANAGERS as readonly string[]).includes(value);

export async function readSettings({ db, env }: Pick<Services, 'db' | 'env'>): Promise<TerminalSettings> {
  const [row] = await db.rows<Row>('SELECT manager, registry, port, cleanup FROM `terminal_setting` WHERE id = 1');
  if (row === undefined) return { ...TERMINAL_DEFAULTS, port: env.port === 0 ? TERMINAL_DEFAULTS.port : env.port };
  const { manager, registry, port, cleanup } = row;
  return {
    manager: isManager(manager) ? manager : TERMINAL_DEFAULTS.manager,
    registry,
    port: Number(port),
    cleanup: Number(cleanup) === 0 ? 0 : 1,
  };
}

/** Numbers may come as text, as the product family's clients send them. */
const number = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(most));
const changes = z
  .strictObject({
    manager: z.enum(PACKAGE_MANAGERS),
    registry: z
      .string()
      .max(200)
      .regex(/^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:\/[\w.-]+)*\/?$/i),
    port: number(1024, 65_535),
    cleanup: number(0, 1),
  })
  .partial();

function changesIn(body: unknown): Partial<z.infer<typeof changes>> {
  const read = changes.safeParse(body);
  if (read.success) return read.data;
  const paths = [...new Set(read.error.issues.map(({ path: [name] }) => String(name ?? 'data')))];
  throw fault('row.invalid', undefined, { fields: paths.map((path) => ({ path, code: 'choice' as const })) });
}

/** Changes what is sent, keeps the rest. */
export async function changeSettings(writer: Writer, ctx: RequestContext, body: unknown): Promise<TerminalSettings> {
  const wanted = changesIn(body);
  const known = await readSettings(ctx.services);
  const next: TerminalSettings = {
    manager: wanted.manager ?? known.manager,
    registry: wanted.registry ?? known.registry,
    port: wanted.port ?? known.port,
    cleanup: (wanted.cleanup ?? known.cleanup) === 0 ? 0 : 1,
  };
  const { mid: _theirs, ...rest } = ctx;
  await writer.inTransaction(rest, async (_within, hook) => {
    await hook.withLock(GATE);
    await hook.tx.run('DELETE FROM `terminal_setting` WHERE id = 1');
    await hook.tx.run('INSERT INTO `terminal_setting` (id, manager, registry, port, cleanup) VALUES (1, ?, ?, ?, ?)', [
      ...[next.manager, next.registry, next.port, next.cleanup],
    ]);
    await noteAct(hook, ctx, 'settings', { ...next });
    await tellWindows(hook);
  });
  return next;
}

/** In the change log, so that every node hears of it in the order of everything else, and every window by it. */
const tellWindows = ({ tx, services, cid, at, actor }: HookContext): Promise<unknown> => {
  const who = { actor: actorKey(actor), actor_name: actor.name, mid: null, cid };
  const change = { ...who, ent: SETTINGS, eid: 0, ver: 0, op: 'x' as const, img: null, prev: null, at };
  return appendChanges(tx, services.db.dialect, { changes: [change], history: [] });
};
