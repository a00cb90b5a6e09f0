/** A colleague who looks at members in tests: what it asked, and what it was told, folded as a screen would. */
import type { CareAnswer, CareFrame } from '../../common/protocol/care';
import type { Caller } from './actors';
import { connectClient, type Client } from './liveClient';
import type { World } from './world';

export interface Onlooker {
  readonly client: Client;
  /** Everything that was pushed, in order. */
  readonly frames: CareFrame[];
  readonly look: (...ids: readonly number[]) => Promise<CareAnswer>;
  /** The member as last told. */
  readonly at: (id: number) => CareFrame | undefined;
  readonly online: (id: number) => number | undefined;
}
export async function onlooker(world: Pick<World, 'url'>, { token }: Pick<Caller, 'token'>): Promise<Onlooker> {
  const client = await connectClient(`${world.url}/admin`, token, {});
  const frames: CareFrame[] = [];
  const now = new Map<number, CareFrame>();
  client.socket.on('care', (frame) => {
    frames.push(frame);
    now.set(frame.id, frame);
  });
  const at = (id: number) => now.get(id);
  return {
    client,
    frames,
    look: async (...ids) => {
      const answer: CareAnswer = await client.socket.timeout(5_000).emitWithAck('care', { ids });
      if (answer.ok) for (const frame of answer.frames) now.set(frame.id, frame);
      return answer;
    },
    at,
    online: (id) => {
      const frame = at(id);
      return frame && 'online' in frame ? frame.online : undefined;
    },
  };
}
