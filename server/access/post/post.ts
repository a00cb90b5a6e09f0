/** Codes by post: they leave by e-mail or text message through the outbox, never in the time of the request that asked for them. */
import { LIMITS } from '../../../common/limits';
import type { Ctx, Kit, Lang } from '../../kit';
import { createAfterwards } from '../../platform/afterwards';
import { issueCode, type CodePlace } from '../codes';
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
export interface Post {
  /** Makes a code, keeps it, and sends it; returns before any of that is done. */
  readonly sendCode: (ctx: Ctx, letter: Letter) => void;
  readonly settled: () => Promise<void>;
}

export function createPost(kit: Kit, send: (ctx: Ctx, mail: CodeMail) => Promise<void>): Post {
  const afterwards = createAfterwards(kit.log);
  const deliver = async (ctx: Ctx, { by, to, event, place, asker }: Letter) => {
    const code = await issueCode(kit, place, asker);
    const { deadline: _over, mid: _theirs, ...later } = ctx;
    await send(later, {
      channel: by === 'email' ? 'mail' : 'sms',
      to,
      template: event === 'user_retrieve_pwd' ? 'retrieve' : 'code',
      lang: ctx.lang,
      params: { code, minutes: Math.round(LIMITS.codeSeconds / 60) },
      secret: ['code'],
      expires: Math.floor(kit.clock.now() / 1000) + LIMITS.codeSeconds,
    });
  };
  return {
    sendCode: (ctx, letter) => afterwards.add(() => deliver(ctx, letter), 'a code could not be sent'),
    settled: afterwards.settled,
  };
}
