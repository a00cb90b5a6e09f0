/**
 * The outbox of emails and text messages (SMS): a queue in the table `message`. One node claims each message, sends it, records the result, and
 * retries a failed one with backoff.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../common/entities/message';
import type { StoredRow } from '../../../common/entity/columns';
import { Fault } from '../../../common/protocol/faults';
import { decrypt } from '../../access/crypto/crypto';
import { PASSWORD_RESET_TEMPLATE, type CodeQueueKey } from '../../access/codes/sendCode';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { createSmsDriver } from '../../platform/smsDriver';
import { systemContext } from '../../platform/systemContext';
import type { RenderedMail, TemplateName } from '../../hooks/mail/renderMail';
import {
  createChannelQueue,
  type PeerResponse,
  type ChannelQueue,
  type QueueOrder,
  type DeliveryOutcome,
} from './channelQueue';
import { mailAad, MAIL_ENCRYPTION_PURPOSE } from '../../hooks/mail/mailer';
import { MailError, createMailTransport, type MailTransport } from './mailTransport';
import { unixSeconds } from '../../platform/unixSeconds';

const STATUS = message.spec.fields.status.options.values;
/** Seconds between attempts; after the last delay a message has failed. */
const RETRY_DELAYS_SECONDS = [15, 60, 300, 1_800];
/** A message claimed by a node that did not report within this time is sent again. */
const CLAIM_TIMEOUT_SECONDS = 180;
const POLL_MS = 5_000;
const BATCH = 20;

interface QueuedMessage {
  readonly id: number;
  readonly revision: number;
  readonly status: number;
  readonly channel: string;
  readonly recipient: string;
  readonly attempts: number;
  /** Why the last attempt failed; stored as `trouble`. */
  readonly failureReason: string | null;
  readonly next_time: number | null;
  readonly expire_time: number | null;
  /** The encrypted mail, stored as `sealed`; null after it was sent. */
  readonly encryptedBody: string | null;
}
interface OutboxContext {
  readonly services: Services;
  readonly writer: Writer;
  readonly mailTransport: MailTransport;
}

const updateMessage = ({ services, writer }: OutboxContext, id: number, values: Readonly<Record<string, unknown>>) =>
  writer.update(systemContext(services, 'outbox'), message, { id, ...values });

/** Messages that protect an account come first: password reset, and warnings with the link "This wasn't me". Codes are second. */
const URGENT_TEMPLATES = [
  PASSWORD_RESET_TEMPLATE,
  'password_changed',
  'address_changed',
] as const satisfies readonly TemplateName[];
const ORDER_BY: Readonly<Record<QueueOrder, string>> = {
  priority: `CASE WHEN template IN ('${URGENT_TEMPLATES.join("', '")}') THEN 0 WHEN template = 'code' THEN 1 ELSE 2 END, id`,
  age: 'id',
};
/** The first due messages of a channel in this order. */
export const loadDueMessages = (
  { db }: Services,
  channel: Channel,
  now: number,
  order: QueueOrder,
): Promise<QueuedMessage[]> =>
  db.rows<QueuedMessage>(
    `SELECT id, revision, status, channel, recipient, attempts, trouble AS failureReason, next_time, expire_time,
       sealed AS encryptedBody FROM \`message\`
     WHERE channel = ? AND delete_time IS NULL AND ((status = ${STATUS.waiting} AND (next_time IS NULL OR next_time <= ?))
       OR (status = ${STATUS.sending} AND update_time < ?)) ORDER BY ${ORDER_BY[order]} LIMIT ${BATCH}`,
    [channel, now, now - CLAIM_TIMEOUT_SECONDS],
  );

/** Codes of a queue that may wait in the outbox at once, and the number of newest messages among which they are counted. */
const MAX_WAITING_CODES = 20;
const COUNT_WINDOW = 5_000;
/** Whether a code of this queue may enter the outbox now; codes that wait for a retry do not count. */
export async function hasQueueCapacity(services: Services, { channel, template }: CodeQueueKey): Promise<boolean> {
  const now = unixSeconds(services);
  const [row] = await services.db.rows<{ readonly n: number }>(
    `SELECT COUNT(*) AS n FROM \`message\` WHERE id > (SELECT COALESCE(MAX(id), 0) - ${COUNT_WINDOW} FROM \`message\`)
     AND channel = ? AND template = ? AND delete_time IS NULL AND status IN (${STATUS.waiting}, ${STATUS.sending})
     AND (next_time IS NULL OR next_time <= ?) AND (expire_time IS NULL OR expire_time > ?)`,
    [channel, template, now, now],
  );
  return Number(row?.n ?? 0) < MAX_WAITING_CODES;
}

/** An update that succeeds only when no other node was first: the base values of the edit detect the second one. */
async function updateIfUnchanged(
  { services, writer }: OutboxContext,
  queued: QueuedMessage,
  values: StoredRow,
): Promise<boolean> {
  const { id, revision, status, attempts, failureReason, next_time: next } = queued;
  const baseValues = {
    status: Number(status),
    attempts: Number(attempts),
    trouble: failureReason,
    next_time: next === null ? null : Number(next),
  };
  try {
    await writer.update(systemContext(services, 'outbox'), message, {
      id,
      revision: Number(revision),
      _base: baseValues,
      ...values,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
/** Whether this node owns the message now. */
const claimMessage = (context: OutboxContext, queued: QueuedMessage): Promise<boolean> =>
  updateIfUnchanged(context, queued, { status: STATUS.sending, attempts: Number(queued.attempts) + 1 });

function decryptMail({ env }: Services, { encryptedBody, recipient }: QueuedMessage): RenderedMail | undefined {
  const text =
    encryptedBody === null
      ? undefined
      : decrypt(env.appKeys, MAIL_ENCRYPTION_PURPOSE, mailAad(recipient), encryptedBody);
  return text === undefined ? undefined : (JSON.parse(text) as RenderedMail); // Encrypted by `mailer.ts`.
}

/** Without a configured channel the message is kept: as a file, and in the list for staff. */
async function keepLocally(
  context: OutboxContext,
  { id, recipient }: QueuedMessage,
  rendered: RenderedMail,
): Promise<void> {
  const folder = join(context.services.env.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ id, to: recipient, ...rendered, at: unixSeconds(context.services) }, null, 2);
  await writeFile(join(folder, `${id}.json`), text, { mode: 0o600 });
  await updateMessage(context, id, { status: STATUS.kept, trouble: null });
}

async function deliver(context: OutboxContext, queued: QueuedMessage): Promise<DeliveryOutcome> {
  const { services } = context;
  const id = Number(queued.id);
  if (queued.expire_time !== null && Number(queued.expire_time) <= unixSeconds(services)) {
    await updateMessage(context, id, { status: STATUS.expired, sealed: null });
    return {};
  }
  if (!(await claimMessage(context, queued))) return false;
  const rendered = decryptMail(services, queued);
  const send = queued.channel === 'sms' ? createSmsSender(context) : createMailSender(context);
  if (rendered === undefined) await updateMessage(context, id, { status: STATUS.failed, trouble: 'unreadable' });
  else if (send === undefined) await keepLocally(context, queued, rendered);
  else return recordResult(context, queued, await send(queued, rendered));
  return {};
}

/** Sends a message; returns the failure, if any. */
type SendMessage = (queued: QueuedMessage, rendered: RenderedMail) => Promise<SendFailure | undefined>;

/** Undefined while there is no mail server. */
function createMailSender({ services, mailTransport }: OutboxContext): SendMessage | undefined {
  const { mail } = services.settings;
  if (mail.host === '') return undefined;
  return async ({ id, recipient }, rendered) => {
    try {
      await mailTransport.send(mail, { id: `message-${id}`, to: recipient, ...rendered });
      return undefined;
    } catch (error) {
      if (error instanceof MailError) return error;
      throw error;
    }
  };
}
/** Undefined while there is no gateway. */
function createSmsSender({ services }: OutboxContext): SendMessage | undefined {
  const sendSms = createSmsDriver(services.settings.sms, services.env.privateHosts);
  return sendSms && (({ id, recipient }, { text }) => sendSms({ to: recipient, text, id: `message-${id}` }));
}

/** A refusal or a request to wait is a response; an unreachable server was not contacted. */
const findResponse = ({ reason }: SendFailure): PeerResponse | undefined =>
  reason === 'timeout' ? 'timed_out' : ['connection', 'forbidden', 'other'].includes(reason) ? undefined : 'responded';

async function recordResult(
  context: OutboxContext,
  queued: QueuedMessage,
  failure: SendFailure | undefined,
): Promise<DeliveryOutcome> {
  if (failure !== undefined) {
    await recordFailure(context, queued, failure);
    const response = findResponse(failure);
    return response === undefined ? {} : { response };
  }
  const sent = {
    status: STATUS.sent,
    trouble: null,
    next_time: null,
    sent_time: unixSeconds(context.services),
    sealed: null,
  };
  await updateMessage(context, Number(queued.id), sent);
  return { response: 'responded' };
}

interface SendFailure {
  readonly reason: string;
  readonly isFinal: boolean;
}
async function recordFailure(
  context: OutboxContext,
  { id, attempts }: QueuedMessage,
  { reason, isFinal }: SendFailure,
): Promise<void> {
  const retryDelay = isFinal ? undefined : RETRY_DELAYS_SECONDS[Number(attempts)];
  context.services.log.warn(
    { message: Number(id), reason, retryInSeconds: retryDelay ?? null },
    'a message was not sent',
  );
  const next = retryDelay === undefined ? null : unixSeconds(context.services) + retryDelay;
  await updateMessage(context, Number(id), {
    status: retryDelay === undefined ? STATUS.failed : STATUS.waiting,
    trouble: reason,
    next_time: next,
  });
}

export interface Outbox {
  /** A message may wait: check now. */
  readonly wake: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Concurrent messages per channel: mails have two connections, gateways take each message separately. */
const CONCURRENCY = { mail: 2, sms: 8 } as const;
type Channel = keyof typeof CONCURRENCY;

const createQueueFor = (context: OutboxContext, channel: Channel): ChannelQueue =>
  createChannelQueue<QueuedMessage>({
    concurrency: CONCURRENCY[channel],
    now: () => unixSeconds(context.services),
    loadDue: (order) => loadDueMessages(context.services, channel, unixSeconds(context.services), order),
    deliver: (queued) => deliver(context, queued),
    // The list of messages shows staff that the channel is paused, and until when.
    postpone: async (queued, until) => {
      for (const queuedMessage of queued)
        await updateIfUnchanged(context, queuedMessage, {
          status: STATUS.waiting,
          trouble: 'paused',
          next_time: until,
        });
    },
    endpoint: () => context.services.settings[channel],
    onError: (error) =>
      context.services.log.error({ err: error, channel }, 'processing the outbox failed; it is retried'),
    onPause: (seconds) =>
      context.services.log.warn({ channel, seconds }, 'the channel is paused after repeated timeouts'),
  });

/** `isLeader`: whether this node also looks for messages that other nodes left. */
export function createOutbox(services: Services, writer: Writer, isLeader: () => boolean): Outbox {
  const context: OutboxContext = { services, writer, mailTransport: createMailTransport(services.env.privateHosts) };
  const queues = [createQueueFor(context, 'mail'), createQueueFor(context, 'sms')];
  const settled = async () => {
    for (const queue of queues) await queue.settled();
  };
  const wake = () => {
    for (const queue of queues) queue.wake();
  };
  const timer = setInterval(() => {
    if (isLeader()) wake();
  }, POLL_MS).unref();
  return {
    wake,
    settled,
    close: async () => {
      clearInterval(timer);
      for (const queue of queues) queue.close();
      context.mailTransport.close();
      await settled();
    },
  };
}
