/** Codes by post: they leave by e-mail or text message through the outbox, never in the time of the request that asked for them. */
import { LIMITS } from '../../../common/limits';
import type { RequestContext, Services, Lang } from '../../context';
import { createFairQueue, type FairQueue } from '../../platform/fairQueue';
import { issueCode, type CodeTarget } from './oneTimeCodes';
import { ipNetwork } from '../limits/rateLimits';
import type { CodePurpose } from './codePurposes';

interface CodeRequest {
  readonly contactChannel: 'email' | 'mobile';
  readonly to: string;
  readonly purpose: CodePurpose;
  readonly codeTarget: CodeTarget;
  /** Who asks, as `guesserOf` names the one who answers. */
  readonly requester: string;
}
/** What the outbox is handed. */
export interface CodeMessage {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: 'code' | 'retrieve';
  readonly lang: Lang;
  readonly params: { readonly code: string; readonly minutes: number };
  readonly secret: readonly string[];
  /** Unix seconds. */
  readonly expires: number;
}
export type CodeQueueKey = Pick<CodeMessage, 'channel' | 'template'>;
/** Where codes leave. */
export interface CodeOutbox {
  readonly send: (ctx: RequestContext, message: CodeMessage) => Promise<void>;
  /** Whether few codes of the lane are waiting there. */
  readonly hasCapacity: (services: Services, queueKey: CodeQueueKey) => Promise<boolean>;
}
export interface CodeSender {
  /** Makes a code, keeps it, and sends it; returns before any of that is done. */
  readonly sendCode: (ctx: RequestContext, request: CodeRequest) => void;
  /** Hands the codes that still wait to the outbox. */
  readonly close: () => Promise<void>;
}

/** How often the queue asks whether the outbox has room, milliseconds. */
const CAPACITY_POLL_MS = 250;

const queueKeyOf = ({ contactChannel, purpose }: CodeRequest): CodeQueueKey => ({
  channel: contactChannel === 'email' ? 'mail' : 'sms',
  template: purpose === 'user_retrieve_pwd' ? 'retrieve' : 'code',
});

/** Codes of one lane leave one after the other, network by network in turn. */
const createCodeQueue = (): FairQueue =>
  createFairQueue({
    concurrency: 1,
    maxPerGroup: 1,
    maxQueued: LIMITS.codesPerNetworkDay,
    queueTimeoutMs: LIMITS.codeSeconds * 1000,
    createFullError: () => new Error('too many codes of one network wait'),
    createTimeoutError: () => new Error('the code waited too long'),
  });

/**
 * Makes the sender of codes. Password recovery and all other codes have a queue each, for each channel, so that neither a slow channel
 * nor many requests of one network delay the codes of others: the outbox holds a few codes at a time, the others wait here.
 */
export function createCodeSender(services: Services, { send, hasCapacity }: CodeOutbox): CodeSender {
  const queues = new Map<string, FairQueue>();
  const pending = new Set<Promise<void>>();
  let closing = false;
  const queueOf = ({ channel, template }: CodeQueueKey): FairQueue => {
    const name = `${channel} ${template}`;
    const queue = queues.get(name) ?? createCodeQueue();
    queues.set(name, queue);
    return queue;
  };
  const deliver = async (ctx: RequestContext, request: CodeRequest) => {
    const queueKey = queueKeyOf(request);
    while (!closing && !(await hasCapacity(services, queueKey)))
      await new Promise((done) => setTimeout(done, CAPACITY_POLL_MS));
    const code = await issueCode(services, request.codeTarget, request.requester);
    const { deadline: _over, mid: _theirs, ...detached } = ctx;
    await send(detached, {
      ...queueKey,
      to: request.to,
      lang: ctx.lang,
      params: { code, minutes: Math.round(LIMITS.codeSeconds / 60) },
      secret: ['code'],
      expires: Math.floor(services.clock.now() / 1000) + LIMITS.codeSeconds,
    });
  };
  return {
    sendCode: (ctx, request) => {
      const queue = queueOf(queueKeyOf(request));
      const sending: Promise<void> = queue(ipNetwork(ctx.ip), () => deliver(ctx, request))
        .catch((error: unknown) => services.log.error({ error }, 'a code could not be sent'))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    close: async () => {
      closing = true;
      await Promise.all(pending);
    },
  };
}
