/**
 * Delivers webhook events at least once, on one node, and retries failed deliveries with backoff. Due deliveries are
 * stored, so a restart loses none; a receiver recognizes a repeated event by its id.
 */
import { webhook } from '../../../common/entities/webhook';
import { webhookDelivery } from '../../../common/entities/webhookDelivery';
import { Fault } from '../../../common/protocol/faults';
import { WEBHOOK_HEADERS } from '../../../common/protocol/webhookEvents';
import { deriveWebhookSecret, signDelivery } from '../../access/tokens/webhookSecrets';
import type { CommittedChange, Services } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { notify } from '../../hooks/notifications/notify';
import { systemContext } from '../../platform/systemContext';
import { collectDeliveries } from './collectDeliveries';
import { sendDelivery, type DeliveryResult } from './sendDelivery';
import { unixSeconds } from '../../platform/unixSeconds';

/** Seconds before the next attempt; after the last one the delivery has failed. */
const RETRY_DELAYS_SECONDS = [30, 120, 600, 3_600, 21_600, 86_400];
/** A delivery that a node began and did not finish is sent again after this time. */
const CLAIM_SECONDS = 60;
/** Seconds of failures after which a webhook is disabled. */
const DISABLE_AFTER_SECONDS = 3 * 86_400;
const POLL_MS = 5_000;
const BATCH = 20;
const { waiting, delivered, failed } = webhookDelivery.spec.fields.status.options.values;

export interface WebhookSender {
  readonly start: () => void;
  /** Collects the events of these changes; undefined: any row can have changed. */
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'entityName'>[] | undefined) => void;
  /** Collects and sends what is due now. */
  readonly run: () => Promise<void>;
  readonly close: () => Promise<void>;
}
interface SenderDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly isLeader: () => boolean;
}

export function createWebhookSender(deps: SenderDeps): WebhookSender {
  const { services, writer, isLeader } = deps;
  const state = { isWanted: false, isClosed: false, hasWebhooks: true };
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const sendAll = async (): Promise<void> => {
    while (state.isWanted && !state.isClosed) {
      state.isWanted = false;
      const { hasMore, hasWebhooks } = await collectDeliveries(services, writer);
      state.hasWebhooks = hasWebhooks;
      if (hasMore || (await sendDue(deps))) state.isWanted = true;
    }
  };
  const run = (): Promise<void> => {
    state.isWanted = true;
    running ??= sendAll()
      .catch((error: unknown) => services.log.warn({ err: error }, 'sending events of webhooks failed'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const poll = (): void => {
    if (!state.isClosed && isLeader()) void run();
  };
  return {
    start: () => {
      if (services.registry.get(webhook.name) === undefined) return;
      timer = setInterval(poll, POLL_MS).unref();
      poll();
    },
    onCommittedChanges: (changes) => {
      if (changes === undefined || changes.some(({ entityName }) => entityName === webhook.name))
        state.hasWebhooks = true;
      // Without webhooks only the timer moves the cursor. Changes of deliveries made by the sender itself need no run.
      if (
        timer === undefined ||
        !state.hasWebhooks ||
        changes?.every(({ entityName }) => entityName === webhookDelivery.name)
      )
        return;
      poll();
    },
    run,
    close: async () => {
      state.isClosed = true;
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}

interface DueRow {
  readonly id: number;
  readonly revision: number;
  readonly webhook_id: number;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
  readonly next_time: number | null;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_until: number | null;
  readonly failing_since: number | null;
  readonly admin_id: number | null;
  readonly title: string;
}
const DUE_SQL = `SELECT d.id, d.revision, d.webhook_id, d.event, d.body, d.attempts, d.next_time, w.url, w.secret, w.old_secret, w.old_until, w.failing_since,
    w.admin_id, w.title FROM \`webhook_delivery\` d JOIN \`webhook\` w ON w.id = d.webhook_id AND w.status = 1 AND w.delete_time IS NULL
  WHERE d.status = ${waiting} AND d.delete_time IS NULL AND (d.next_time IS NULL OR d.next_time <= ?) ORDER BY d.id LIMIT ${BATCH}`;

/** Sends a batch; resolves with whether more may be due. */
async function sendDue(deps: SenderDeps): Promise<boolean> {
  const { services } = deps;
  const rows = await services.db.rows<DueRow>(DUE_SQL, [unixSeconds(services)]);
  await Promise.all(rows.map((row) => deliver(deps, row)));
  return rows.length === BATCH;
}

async function deliver(deps: SenderDeps, row: DueRow): Promise<void> {
  const { services } = deps;
  if (!(await claim(deps, row))) return;
  const time = String(unixSeconds(services));
  const result = await sendDelivery(services, {
    url: row.url,
    body: row.body,
    headers: {
      [WEBHOOK_HEADERS.id]: String(row.id),
      [WEBHOOK_HEADERS.event]: row.event,
      [WEBHOOK_HEADERS.time]: time,
      [WEBHOOK_HEADERS.signature]: getSignatures(services, row, time),
    },
  });
  await recordResult(deps, row, result);
}

/** The signature with the secret, and after a rotation also the one with the former secret, separated by a space. */
function getSignatures({ env }: Services, row: DueRow, time: string): string {
  const isOldValid = Number(row.old_until ?? 0) > Number(time);
  const salts = [row.secret, ...(row.old_secret !== null && isOldValid ? [row.old_secret] : [])];
  return salts
    .map((salt) => signDelivery(deriveWebhookSecret(env.appKeys, Number(row.webhook_id), salt), time, row.body))
    .join(' ');
}

/** Whether this node sends the delivery: another node that was first changed the row. */
async function claim({ services, writer }: SenderDeps, row: DueRow): Promise<boolean> {
  const baseValues = {
    attempts: Number(row.attempts),
    next_time: row.next_time === null ? null : Number(row.next_time),
  };
  try {
    await writer.update(systemContext(services, 'webhooks'), webhookDelivery, {
      id: Number(row.id),
      revision: Number(row.revision),
      _base: baseValues,
      attempts: baseValues.attempts + 1,
      next_time: unixSeconds(services) + CLAIM_SECONDS,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

async function recordResult({ services, writer }: SenderDeps, row: DueRow, result: DeliveryResult): Promise<void> {
  const now = unixSeconds(services);
  const isDelivered = result.error === undefined;
  const delay = RETRY_DELAYS_SECONDS[Number(row.attempts)];
  const patch = isDelivered
    ? { status: delivered, delivered_time: now, next_time: null }
    : delay === undefined
      ? { status: failed, next_time: null }
      : { next_time: now + delay };
  await writer.inTransaction(systemContext(services, 'webhooks'), async (txWriter, hook) => {
    await txWriter.update(webhookDelivery, {
      id: Number(row.id),
      ...patch,
      error: result.error ?? null,
      http_status: result.httpStatus,
      ms: result.ms,
      excerpt: result.excerpt,
    });
    const id = Number(row.webhook_id);
    const since = row.failing_since === null ? null : Number(row.failing_since);
    if (isDelivered && since !== null) await txWriter.update(webhook, { id, failing_since: null });
    if (!isDelivered && since === null) await txWriter.update(webhook, { id, failing_since: now });
    if (isDelivered || since === null || now - since < DISABLE_AFTER_SECONDS) return;
    await txWriter.update(webhook, { id, status: 0 });
    if (row.admin_id !== null)
      await notify(hook, {
        to: { realm: 'admin', id: Number(row.admin_id) },
        kind: 'system',
        single: { text: 'webhook_disabled', link: `/admin/webhook/${id}` },
        params: { title: row.title },
        isPersonal: true,
      });
  });
}
