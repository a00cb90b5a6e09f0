/** A colleague who subscribes to the read receipts of members in tests, and folds the frames as a screen does. */
import { RECEIPTS_EVENT, type ReceiptsAck, type ReceiptsFrame } from '../../../common/protocol/receipts';
import type { Caller } from '../callers';
import { connectLiveClient, type LiveClient } from './liveClient';
import type { TestServer } from '../testServer';

export interface ReadReceiptsClient {
  readonly client: LiveClient;
  /** All pushed frames, in order. */
  readonly frames: ReceiptsFrame[];
  readonly watchMembers: (...ids: readonly number[]) => Promise<ReceiptsAck>;
  /** The last state of a member. */
  readonly latestFrame: (id: number) => ReceiptsFrame | undefined;
  readonly online: (id: number) => number | undefined;
}
export async function connectReceiptsClient(
  server: Pick<TestServer, 'url'>,
  { token }: Pick<Caller, 'token'>,
): Promise<ReadReceiptsClient> {
  const client = await connectLiveClient(`${server.url}/admin`, token, {});
  const frames: ReceiptsFrame[] = [];
  const latestById = new Map<number, ReceiptsFrame>();
  client.socket.on(RECEIPTS_EVENT, (frame) => {
    frames.push(frame);
    latestById.set(frame.id, frame);
  });
  const latestFrame = (id: number) => latestById.get(id);
  return {
    client,
    frames,
    watchMembers: async (...ids) => {
      const ack: ReceiptsAck = await client.socket.timeout(5_000).emitWithAck(RECEIPTS_EVENT, { ids });
      if (ack.ok) for (const frame of ack.frames) latestById.set(frame.id, frame);
      return ack;
    },
    latestFrame,
    online: (id) => {
      const frame = latestFrame(id);
      return frame && 'online' in frame ? frame.online : undefined;
    },
  };
}
