/** Codes by post: they leave by e-mail or text message through the outbox, never in the time of the request that asked for them. */
import { LIMITS } from '../../../common/limits';
import type { RequestContext, Services, Lang } from '../../context';
import { createFairQueue, type FairQueue } from '../../platform/fairQueue';
import { issueCode, type CodePlace } from '../codes';
import { networkOf } from '../limits';
import type { CodeEvent } from './letters';

interface Letter {
  readonly by: 'email' | 'mobile';
  readonly to: string;
  readonly event: CodeEvent;
  readonly place: CodePlace;
  /** Who asks, as `guesserOf` names the one who answers. */
  readonly asker: string;
}
/** What the outbox is handed. */
export interface CodeMail {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: 'code' | 'retrieve';
  readonly lang: Lang;
  readonly params: { readonly code: string; readonly minutes: number };
  readonly secret: readonly string[];
  /** Unix seconds. */
  readonly expires: number;
}
export type CodeLane = Pick<CodeMail, 'channel' | 'template'>;
/** Where codes leave. */
export interface CodeOutbox {
  readonly send: (ctx: RequestContext, mail: CodeMail) => Promise<void>;
  /** Whether few codes of the lane are waiting there. */
  readonly hasRoom: (services: Services, lane: CodeLane) => Promise<boolean>;
}
export interface Post {
  /** Makes a code, keeps it, and sends it; returns before any of that is done. */
  readonly sendCode: (ctx: RequestContext, letter: Letter) => void;
  /** Hands the codes that still wait to the outbox. */
  readonly close: () => Promise<void>;
}

/** How often the queue asks whether the outbox has room, milliseconds. */
const ROOM_MS = 250;

const laneOf = ({ by, event }: Letter): CodeLane => ({
  channel: by === 'email' ? 'mail' : 'sms',
  template: event === 'user_retrieve_pwd' ? 'retrieve' : 'code',
});

/** Codes of one lane leave one after the other, network by network in turn. */
const createCodeQueue = (): FairQueue =>
  createFairQueue({
    concurrency: 1,
    maxPerGroup: 1,
    maxQueued: LIMITS.codesPerNetworkDay,
    queueTimeoutMs: LIMITS.codeSeconds * 1000,
    full: () => new Error('too many codes of one network wait'),
    late: () => new Error('the code waited too long'),
  });

/**
 * Makes the sender of codes. Password recovery and all other codes have a queue each, for each channel, so that neither a slow channel
 * nor many requests of one network delay the codes of others: the outbox holds a few codes at a time, the others wait here.
 */
export function createPost(services: Services, { send, hasRoom }: CodeOutbox): Post {
  const queues = new Map<string, FairQueue>();
  const pending = new Set<Promise<void>>();
  let closing = false;
  const queueOf = ({ channel, template }: CodeLane): FairQueue => {
    const name = `${channel} ${template}`;
    const queue = queues.get(name) ?? createCodeQueue();
    queues.set(name, queue);
    return queue;
  };
  const deliver = async (ctx: RequestContext, letter: Letter) => {
    const lane = laneOf(letter);
    while (!closing && !(await hasRoom(services, lane))) await new Promise((done) => setTimeout(done, ROOM_MS));
    const code = await issueCode(services, letter.place, letter.asker);
    const { deadline: _over, mid: _theirs, ...later } = ctx;
    await send(later, {
      ...lane,
      to: letter.to,
      lang: ctx.lang,
      params: { code, minutes: Math.round(LIMITS.codeSeconds / 60) },
      secret: ['code'],
      expires: Math.floor(services.clock.now() / 1000) + LIMITS.codeSeconds,
    });
  };
  return {
    sendCode: (ctx, letter) => {
      const queue = queueOf(laneOf(letter));
      const sending: Promise<void> = queue(networkOf(ctx.ip), () => deliver(ctx, letter))
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
