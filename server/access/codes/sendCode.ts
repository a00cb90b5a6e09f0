/** Sends verification codes (OTP) by email or text message through the outbox, after the response was sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CODE_LIMITS } from '../../../common/codeLimits';
import type { RequestContext, Services } from '../../context';
import type { Lang } from '../../../common/lang';
import { createFairQueue, type FairQueue } from '../../platform/fairQueue';
import { issueCode, type CodeTarget } from './oneTimeCodes';
import { getIpNetwork } from '../limits/rateLimits';
import { PASSWORD_RESET_PURPOSE, type CodePurpose } from './codePurposes';

interface CodeRequest {
  readonly contactChannel: 'email' | 'mobile';
  readonly to: string;
  readonly purpose: CodePurpose;
  readonly codeTarget: CodeTarget;
  /** The requester, as `getRequesterKey` returns it. */
  readonly requester: string;
}
/** The template of the message with a code for a password reset. */
export const PASSWORD_RESET_TEMPLATE = 'retrieve';
/** A message for the outbox. */
export interface CodeMessage {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: 'code' | typeof PASSWORD_RESET_TEMPLATE;
  readonly lang: Lang;
  readonly params: { readonly code: string; readonly minutes: number };
  readonly secret: readonly string[];
  /** Unix seconds. */
  readonly expires: number;
}
export type CodeQueueKey = Pick<CodeMessage, 'channel' | 'template'>;
/** The outbox as the sender uses it. */
export interface CodeOutbox {
  readonly send: (ctx: RequestContext, message: CodeMessage) => Promise<void>;
  /** Whether the outbox has room for another code of the queue. */
  readonly hasCapacity: (services: Services, queueKey: CodeQueueKey) => Promise<boolean>;
}
export interface CodeSender {
  /** Creates, stores and sends a code in the background; returns at once. */
  readonly sendCode: (ctx: RequestContext, request: CodeRequest) => void;
  /** Passes the codes that still wait to the outbox. */
  readonly close: () => Promise<void>;
}

/** Milliseconds between two checks whether the outbox has room. */
const CAPACITY_POLL_MS = 250;

const getQueueKey = ({ contactChannel, purpose }: CodeRequest): CodeQueueKey => ({
  channel: contactChannel === 'email' ? 'mail' : 'sms',
  template: purpose === PASSWORD_RESET_PURPOSE ? PASSWORD_RESET_TEMPLATE : 'code',
});

/** Codes of one queue are sent one after the other, round-robin by IP network. */
const createCodeQueue = (): FairQueue =>
  createFairQueue({
    concurrency: 1,
    maxPerGroup: 1,
    maxQueued: CODE_LIMITS.codesPerNetworkDay,
    queueTimeoutMs: CODE_LIMITS.codeSeconds * 1000,
    createFullError: () => new Error('too many codes of one IP network are queued'),
    createTimeoutError: () => new Error('the code was queued for too long'),
  });

/**
 * Creates the sender. Codes for a password reset and all other codes have separate queues for each channel, so that neither a slow channel
 * nor many requests of one IP network delay other codes. The outbox holds a few codes at a time; the others wait here.
 */
export function createCodeSender(services: Services, { send, hasCapacity }: CodeOutbox): CodeSender {
  const queues = new Map<string, FairQueue>();
  const pending = new Set<Promise<void>>();
  let closing = false;
  const getQueue = ({ channel, template }: CodeQueueKey): FairQueue => {
    const name = `${channel} ${template}`;
    const queue = queues.get(name) ?? createCodeQueue();
    queues.set(name, queue);
    return queue;
  };
  const deliver = async (ctx: RequestContext, request: CodeRequest) => {
    const queueKey = getQueueKey(request);
    while (!closing && !(await hasCapacity(services, queueKey))) await sleep(CAPACITY_POLL_MS);
    const code = await issueCode(services, request.codeTarget, request.requester);
    // The code is sent after the response: the deadline and the idempotency key of the request do not apply to it.
    const { deadline: _deadline, idempotencyKey: _ownedByCaller, ...detached } = ctx;
    await send(detached, {
      ...queueKey,
      to: request.to,
      lang: ctx.lang,
      params: { code, minutes: Math.round(CODE_LIMITS.codeSeconds / 60) },
      secret: ['code'],
      expires: Math.floor(services.clock.now() / 1000) + CODE_LIMITS.codeSeconds,
    });
  };
  return {
    sendCode: (ctx, request) => {
      const queue = getQueue(getQueueKey(request));
      const sending: Promise<void> = queue(getIpNetwork(ctx.ip), () => deliver(ctx, request))
        .catch((error: unknown) => services.log.error({ err: error }, 'a verification code was not sent'))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    close: async () => {
      closing = true;
      await Promise.all(pending);
    },
  };
}
