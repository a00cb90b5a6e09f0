/** Starts the packaging of an app from its own screen: the task `app.package` of the terminal, for those who hold the permission of the app. */
import { z } from 'zod';
import { app } from '../../../../common/entities/app';
import { permissionKey } from '../../../../common/entity/permissionKeys';
import { translate } from '../../../../common/locales/translate';
import { fault } from '../../../../common/protocol/faults';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../../../engine/http/routeRegistry';
import { enqueue } from '../tasks/taskQueue';
import type { Terminal } from '../terminal';
import { loadTerminalSettings } from '../terminalSettings';

const packageInput = z.object({ id: z.number().int().positive() });

interface PackageDeps extends ModuleServices {
  readonly terminal: Terminal;
}

export function registerPackageRoute(deps: PackageDeps): void {
  deps.routes.add({
    method: 'POST',
    path: `/admin/${app.name}/package`,
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(app, 'package'),
    query: [],
    body: 'json',
    input: packageInput,
    entity: app,
    summary: 'Package an app and start it: queues the task of the terminal',
    handler: (call) => packageApp(deps, call),
  });
}

async function packageApp({ writer, terminal }: PackageDeps, { ctx, body }: RouteCall): Promise<HandlerResult> {
  if (!ctx.services.env.terminal) throw fault('app.terminal_off');
  const { id } = packageInput.parse(body);
  const written = await writer.runAction(ctx, app, id, 'package', {});
  const { uuid, stuck } = await enqueue(
    terminal.queue,
    ctx,
    // A packaging that fails keeps no other task waiting.
    { command: 'app.package', args: { id: String(id) }, extend: `app:${id}`, blocks: false },
    await loadTerminalSettings(ctx.services),
  );
  terminal.notify(uuid);
  terminal.wake();
  const message = stuck ? 'success.app_waits' : 'success.app_queued';
  return { data: { ...written, task: uuid }, msg: translate(ctx.lang, message) };
}
