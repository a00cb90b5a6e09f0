/** Terminal settings chosen by staff: stored in the database, each in a fixed format. */
import { z } from 'zod';
import { PACKAGE_MANAGERS, TERMINAL_DEFAULTS, type TerminalSettings } from '../../../common/terminal';
import { fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/context/actorKey';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { CHANGE_OPS, appendChanges } from '../../live/log/changeLog';
import type { RequestContext, Services } from '../../context';
import { logTerminalAction } from './logTerminalAction';
import { QUEUE_LOCK } from './tasks/task';

interface Row {
  readonly manager: string;
  readonly registry: string;
  readonly port: number;
  readonly cleanup: number;
}
/** The entity name of these settings in the change log. */
export const SETTINGS_ENTITY = 'terminal_setting';
const isManager = (value: string): value is TerminalSettings['manager'] =>
  (PACKAGE_MANAGERS as readonly string[]).includes(value);

export async function loadTerminalSettings({ db, env }: Pick<Services, 'db' | 'env'>): Promise<TerminalSettings> {
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

/** Older clients send numbers as text. */
const numberBetween = (minimum: number, maximum: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(minimum).max(maximum));
const changesInput = z
  .strictObject({
    manager: z.enum(PACKAGE_MANAGERS),
    registry: z
      .string()
      .max(200)
      .regex(/^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:\/[\w.-]+)*\/?$/i),
    port: numberBetween(1024, 65_535),
    cleanup: numberBetween(0, 1),
  })
  .partial();

function parseChanges(body: unknown): Partial<z.infer<typeof changesInput>> {
  const parsed = changesInput.safeParse(body);
  if (parsed.success) return parsed.data;
  const paths = [...new Set(parsed.error.issues.map(({ path: [name] }) => String(name ?? 'data')))];
  throw fault('row.invalid', undefined, { fields: paths.map((path) => ({ path, code: 'choice' as const })) });
}

/** Updates the sent settings and keeps the rest. */
export async function updateTerminalSettings(
  writer: Writer,
  ctx: RequestContext,
  body: unknown,
): Promise<TerminalSettings> {
  const patch = parseChanges(body);
  const current = await loadTerminalSettings(ctx.services);
  const updated: TerminalSettings = {
    manager: patch.manager ?? current.manager,
    registry: patch.registry ?? current.registry,
    port: patch.port ?? current.port,
    cleanup: (patch.cleanup ?? current.cleanup) === 0 ? 0 : 1,
  };
  const { idempotencyKey: _ownedByCaller, ...rest } = ctx;
  await writer.inTransaction(rest, async (_txWriter, hook) => {
    await hook.withLock(QUEUE_LOCK);
    await hook.tx.run('DELETE FROM `terminal_setting` WHERE id = 1');
    await hook.tx.run('INSERT INTO `terminal_setting` (id, manager, registry, port, cleanup) VALUES (1, ?, ?, ?, ?)', [
      ...[updated.manager, updated.registry, updated.port, updated.cleanup],
    ]);
    await logTerminalAction(hook, ctx, 'settings', { ...updated });
    await appendSettingsChange(hook);
  });
  return updated;
}

/** Appends the change to the change log, so that every node and every window receives it in order. */
const appendSettingsChange = ({ tx, services, cid, at, actor }: HookContext): Promise<unknown> => {
  const author = { actor: actorKey(actor), actorName: actor.name, idempotencyKey: null, cid };
  const change = {
    ...author,
    entityName: SETTINGS_ENTITY,
    rowId: 0,
    revision: 0,
    op: CHANGE_OPS.purged,
    image: null,
    previousValues: null,
    at,
  };
  return appendChanges(tx, services.db.dialect, { changes: [change], history: [] });
};
