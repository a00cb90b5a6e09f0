/** The outbox: takes what waits, one node at a time for each message, tries with growing pauses, and writes down what came of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../common/entities/message';
import type { StoredRow } from '../../../common/entity/columns';
import { Fault } from '../../../common/protocol/faults';
import { decrypt } from '../../access/crypto/crypto';
import type { CodeQueueKey } from '../../access/codes/sendCode';
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

const [WAITING, SENDING, SENT, FAILED, STORED_LOCALLY, EXPIRED] = [0, 1, 2, 3, 4, 5];
/** Seconds between one attempt and the next; after the last there is none. */
const RETRY_DELAYS = [15, 60, 300, 1_800];
/** A node that took a message and was not heard of since lost it. */
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
  readonly trouble: string | null;
  readonly next_time: number | null;
  readonly expire_time: number | null;
  readonly sealed: string | null;
}
interface OutboxContext {
  readonly services: Services;
  readonly writer: Writer;
  readonly mailTransport: MailTransport;
}

const secondsNow = ({ clock }: Services) => Math.floor(clock.now() / 1000);
const updateMessage = ({ services, writer }: OutboxContext, id: number, values: Readonly<Record<string, unknown>>) =>
  writer.update(systemContext(services, 'outbox'), message, { id, ...values });

/** Messages that protect an account go first: password recovery, and warnings with the link "This wasn't me". Codes are second. */
const URGENT_TEMPLATES = ['retrieve', 'password_changed', 'address_changed'] as const satisfies readonly TemplateName[];
const ORDER_BY: Readonly<Record<QueueOrder, string>> = {
  priority: `CASE WHEN template IN ('${URGENT_TEMPLATES.join("', '")}') THEN 0 WHEN template = 'code' THEN 1 ELSE 2 END, id`,
  age: 'id',
};
/** The first messages, in the given order, that a channel may send now. */
export const loadDueMessages = (
  { db }: Services,
  channel: Channel,
  now: number,
  order: QueueOrder,
): Promise<QueuedMessage[]> =>
  db.rows<QueuedMessage>(
    `SELECT id, revision, status, channel, recipient, attempts, trouble, next_time, expire_time, sealed FROM \`message\` WHERE channel = ? AND delete_time IS NULL AND ((status = ${WAITING} AND (next_time IS NULL OR next_time <= ?)) OR (status = ${SENDING} AND update_time < ?)) ORDER BY ${ORDER_BY[order]} LIMIT ${BATCH}`,
    [channel, now, now - CLAIM_TIMEOUT_SECONDS],
  );

/** Codes of a lane that may wait in the outbox at once, and among how many of the newest messages they are counted. */
const MAX_WAITING_CODES = 20;
const COUNT_WINDOW = 5_000;
/** Whether a code of this lane may enter the outbox now; those that wait for another attempt do not count. */
export async function hasQueueCapacity(services: Services, { channel, template }: CodeQueueKey): Promise<boolean> {
  const now = secondsNow(services);
  const [row] = await services.db.rows<{ readonly n: number }>(
    `SELECT COUNT(*) AS n FROM \`message\` WHERE id > (SELECT COALESCE(MAX(id), 0) - ${COUNT_WINDOW} FROM \`message\`) AND channel = ? AND template = ? AND delete_time IS NULL AND status IN (${WAITING}, ${SENDING}) AND (next_time IS NULL OR next_time <= ?) AND (expire_time IS NULL OR expire_time > ?)`,
    [channel, template, now, now],
  );
  return Number(row?.n ?? 0) < MAX_WAITING_CODES;
}

/** Notes what holds only while nobody else was first: the merge of every edit tells the second of two. */
async function updateIfUnchanged(
  { services, writer }: OutboxContext,
  queued: QueuedMessage,
  values: StoredRow,
): Promise<boolean> {
  const { id, revision, status, attempts, trouble, next_time: next } = queued;
  const seen = {
    status: Number(status),
    attempts: Number(attempts),
    trouble,
    next_time: next === null ? null : Number(next),
  };
  try {
    await writer.update(systemContext(services, 'outbox'), message, {
      id,
      revision: Number(revision),
      _base: seen,
      ...values,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
/** Whether this node has it now. */
const claimMessage = (context: OutboxContext, queued: QueuedMessage): Promise<boolean> =>
  updateIfUnchanged(context, queued, { status: SENDING, attempts: Number(queued.attempts) + 1 });

function decryptMail({ env }: Services, { sealed, recipient }: QueuedMessage): RenderedMail | undefined {
  const text = sealed === null ? undefined : decrypt(env.appKeys, MAIL_ENCRYPTION_PURPOSE, mailAad(recipient), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as RenderedMail); // sealed by `mail.ts`
}

/** Nobody told the house how to send: the message stays where staff find it. */
async function storeLocally(
  context: OutboxContext,
  { id, recipient }: QueuedMessage,
  rendered: RenderedMail,
): Promise<void> {
  const folder = join(context.services.env.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ id, to: recipient, ...rendered, at: secondsNow(context.services) }, null, 2);
  await writeFile(join(folder, `${id}.json`), text, { mode: 0o600 });
  await updateMessage(context, id, { status: STORED_LOCALLY, trouble: null });
}

async function deliver(context: OutboxContext, queued: QueuedMessage): Promise<DeliveryOutcome> {
  const { services } = context;
  const id = Number(queued.id);
  if (queued.expire_time !== null && Number(queued.expire_time) <= secondsNow(services)) {
    await updateMessage(context, id, { status: EXPIRED, sealed: null });
    return {};
  }
  if (!(await claimMessage(context, queued))) return false;
  const rendered = decryptMail(services, queued);
  const send = queued.channel === 'sms' ? createSmsSender(context) : createMailSender(context);
  if (rendered === undefined) await updateMessage(context, id, { status: FAILED, trouble: 'unreadable' });
  else if (send === undefined) await storeLocally(context, queued, rendered);
  else return recordResult(context, queued, await send(queued, rendered));
  return {};
}

/** Sends; answers what went wrong, if anything. */
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

/** Who asks for patience or refuses has answered; who cannot be reached was not asked. */
const responseOf = ({ trouble }: SendFailure): PeerResponse | undefined =>
  trouble === 'timeout' ? 'hung' : ['connection', 'forbidden', 'other'].includes(trouble) ? undefined : 'answered';

async function recordResult(
  context: OutboxContext,
  queued: QueuedMessage,
  failure: SendFailure | undefined,
): Promise<DeliveryOutcome> {
  if (failure !== undefined) {
    await recordFailure(context, queued, failure);
    const response = responseOf(failure);
    return response === undefined ? {} : { response };
  }
  const sent = { status: SENT, trouble: null, next_time: null, sent_time: secondsNow(context.services), sealed: null };
  await updateMessage(context, Number(queued.id), sent);
  return { response: 'answered' };
}

interface SendFailure {
  readonly trouble: string;
  readonly final: boolean;
}
async function recordFailure(
  context: OutboxContext,
  { id, attempts }: QueuedMessage,
  { trouble, final }: SendFailure,
): Promise<void> {
  const retryDelay = final ? undefined : RETRY_DELAYS[Number(attempts)];
  context.services.log.warn({ message: Number(id), trouble, again: retryDelay ?? null }, 'a mail could not be sent');
  const next = retryDelay === undefined ? null : secondsNow(context.services) + retryDelay;
  await updateMessage(context, Number(id), {
    status: retryDelay === undefined ? FAILED : WAITING,
    trouble,
    next_time: next,
  });
}

export interface Outbox {
  /** Something may wait: look now. */
  readonly wake: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How many of a channel are on their way at once: mails have two connections, gateways take each message by itself. */
const CONCURRENCY = { mail: 2, sms: 8 } as const;
type Channel = keyof typeof CONCURRENCY;

const createQueueFor = (context: OutboxContext, channel: Channel): ChannelQueue =>
  createChannelQueue<QueuedMessage>({
    concurrency: CONCURRENCY[channel],
    now: () => secondsNow(context.services),
    loadDue: (order) => loadDueMessages(context.services, channel, secondsNow(context.services), order),
    deliver: (queued) => deliver(context, queued),
    // staff see in the list of messages that and how long the channel rests
    postpone: async (queued, until) => {
      for (const queuedMessage of queued)
        await updateIfUnchanged(context, queuedMessage, { status: WAITING, trouble: 'paused', next_time: until });
    },
    endpoint: () => context.services.settings[channel],
    onError: (error) => context.services.log.error({ err: error, channel }, 'the outbox will be looked at again'),
    onPause: (seconds) => context.services.log.warn({ channel, seconds }, 'nobody answers: the channel rests'),
  });

/** `isLeader`: whether this node looks by itself for what others left behind. */
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
