/** Hooks of terminal tasks: the running status of an app changes with its packaging task, in the same transaction. */
import { app } from '../../../common/entities/app';
import { terminalTask } from '../../../common/entities/terminalTask';
import type { StoredRow } from '../../../common/entity/columns';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findRowById } from '../rowLookup';
import { createServiceId } from '../apps/appHooks';

type Task = StoredOf<typeof terminalTask>;

const PACKAGE_COMMAND = 'app.package';
const { packaging, running, failed } = app.spec.fields.running_status.options.values;
/** App status by task status. */
const RUNNING_STATUS_BY_TASK: Readonly<Record<number, number>> = { 1: packaging, 3: running, 4: failed, 5: failed };

export const terminalTaskHooks = defineHooks(terminalTask, {
  afterWrite: async (hook, after, before) => {
    if (after.command !== PACKAGE_COMMAND || before === undefined || before.status === after.status) return;
    const status = RUNNING_STATUS_BY_TASK[after.status];
    if (status !== undefined) await updateRunningStatus(hook, after, status);
  },
});

async function updateRunningStatus(hook: HookContext, task: Task, status: number): Promise<void> {
  const id = Number((task.args as { readonly id?: unknown } | null)?.id);
  const row = await findRowById(hook, 'app', id);
  if (row === undefined || row['running_status'] === status) return;
  // Another process may have left the app in packaging; a task that never started does not end it.
  if (status !== packaging && row['running_status'] !== packaging) return;
  await hook.asSystem.update(app, {
    id,
    running_status: status,
    ...(status === running ? packagedFields(hook, row, task) : {}),
  });
}

/** App columns after a successful packaging: each package has its own container, and the service name stays that of the first package. */
const packagedFields = ({ at, services: { env } }: HookContext, row: StoredRow, task: Task) => ({
  container_name: `app-${Number(row['id'])}`,
  container_id: task.uuid,
  service_id: row['service_id'] ?? (env.gateway.driver === 'builtin' ? createServiceId() : null),
  install_time: Math.floor(at / 1000),
});
