/** The first steps of an admin: each is done when the stored data or a recorded event shows it; there are no checkboxes to click. */
import { canUse, hasPermission, type Actor } from '../../../common/entity/access';
import { GETTING_STARTED_STEPS, type GettingStartedStep, type StepName } from '../../../common/gettingStarted';
import { loadConsolePreferences, parseGettingStarted } from '../../access/preferences';
import type { RequestContext, Services } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { savePreference } from '../../hooks/access/savePreference';
import { createBackgroundQueue } from '../../platform/backgroundQueue';

/** A booking is looked for among the newest entries: the ledger may be large, and a first step is recent. */
const SEARCHED_ENTRIES = 1_000;

const exists = async ({ db }: Services, sql: string, params: readonly (string | number)[] = []): Promise<boolean> =>
  (await db.rows(sql, params)).length > 0;

type StepCheck = (services: Services, adminId: number) => Promise<boolean>;
const STEP_CHECKS: Readonly<Record<Exclude<StepName, 'window'>, StepCheck>> = {
  site: (services) =>
    exists(services, "SELECT id FROM `config` WHERE name IN ('site_name', 'site_logo') AND revision > 1 LIMIT 1"),
  colleague: (services, id) =>
    exists(
      services,
      // The accounts of the installation were created by the system.
      `SELECT id FROM \`admin\` AS colleague WHERE id <> ? AND delete_time IS NULL AND EXISTS (SELECT seq FROM \`record_history\`
        WHERE ent = 'admin' AND eid = colleague.id AND op = 'c' AND actor LIKE 'admin:%') LIMIT 1`,
      [id],
    ),
  entity: (services, id) =>
    exists(services, "SELECT id FROM `crud_record` WHERE admin_id = ? AND source = 'designer' LIMIT 1", [id]),
  booking: (services, id) =>
    exists(
      services,
      `SELECT actor FROM (SELECT actor FROM \`user_money_log\` ORDER BY id DESC LIMIT ${SEARCHED_ENTRIES}) AS newest WHERE actor = ? LIMIT 1`,
      [`admin:${id}`],
    ),
};

/** Whether the admin may do a step. */
function canDo({ registry }: Services, actor: Actor, step: StepName): boolean {
  const designs = registry.get('crud_design');
  switch (step) {
    case 'site':
      return hasPermission(actor, 'config/edit');
    case 'colleague':
      return hasPermission(actor, 'admin/add');
    case 'window':
      return true;
    case 'entity':
      return designs !== undefined && actor.isSuper && canUse(actor, designs, 'create');
    case 'booking':
      return hasPermission(actor, 'user_money_log/add');
  }
}

export interface GettingStarted {
  readonly isDismissed: boolean;
  /** The steps that the admin may do, in order. */
  readonly steps: readonly GettingStartedStep[];
}
export async function loadGettingStarted({ services, actor }: RequestContext): Promise<GettingStarted> {
  const { isDismissed, hadSecondWindow } = (await loadConsolePreferences(services, actor.id)).gettingStarted;
  const steps = await Promise.all(
    GETTING_STARTED_STEPS.filter((name) => canDo(services, actor, name)).map(async (name) => ({
      name,
      isDone: name === 'window' ? hadSecondWindow : await STEP_CHECKS[name](services, actor.id),
    })),
  );
  return { isDismissed, steps };
}

export interface GettingStartedRecorder {
  /** Records that an admin had two windows open; returns at once. */
  readonly recordSecondWindow: (adminId: number) => void;
  readonly settled: () => Promise<void>;
}
export function createGettingStartedRecorder(services: Services, writer: Writer): GettingStartedRecorder {
  const recorded = new Set<number>();
  const backgroundQueue = createBackgroundQueue(services.log);
  const record = async (adminId: number) => {
    if ((await loadConsolePreferences(services, adminId)).gettingStarted.hadSecondWindow) return;
    const slot = { realm: 'admin', personId: adminId, name: 'getting_started' } as const;
    await savePreference({ services, writer, requestId: 'second-window' }, slot, (stored) => ({
      ...parseGettingStarted(stored),
      hadSecondWindow: true,
    }));
  };
  return {
    recordSecondWindow: (adminId) => {
      if (recorded.has(adminId)) return;
      recorded.add(adminId);
      backgroundQueue.add(() => record(adminId), 'a second window was not recorded', { adminId });
    },
    settled: backgroundQueue.whenIdle,
  };
}
