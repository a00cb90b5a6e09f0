/**
 * Streams the output of terminal tasks over the socket: `tail` starts at an offset, with flow control by the client; `untail` ends the
 * stream.
 */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { TaskOutputAck } from '../../../common/protocol/taskOutput';
import type { Actor } from '../../../common/entity/access';
import type { Log } from '../../context';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import type { Connection } from '../sockets/connection';
import type { LiveFeature } from '../sockets/liveFeature';
import { unsentPackets } from '../../platform/patches/engineIoBuffer';

/** The source of output; the terminal module implements it. */
export interface TaskOutputSource {
  /** Whether an actor may follow tasks. */
  readonly canFollow: (actor: Actor) => boolean;
  readonly follow: (
    request: { readonly uuid: string; readonly attempt: number; readonly from: number; readonly signal: AbortSignal },
    sendOutput: (chunk: { readonly attempt: number; readonly off: number; readonly data: string }) => Promise<boolean>,
  ) => Promise<'ended' | 'missing' | 'disconnected'>;
}

const TASK_ID = /^[0-9A-Za-z_-]{1,64}$/;
const shortText = z.string().min(1).max(16);
const tailSchema = z.strictObject({
  t: shortText,
  uuid: z.string().regex(TASK_ID),
  a: z.number().int().min(0).max(1_000_000),
  from: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
const untailSchema = z.strictObject({ t: shortText });

/** Unsent packets of a socket above which the stream waits. */
const MAX_QUEUED_PACKETS = 8;
const POLL_MS = 500;

/** Resolves when the socket has sent its packets or is closed. */
async function waitUntilDrained({ socket }: Connection, signal: AbortSignal): Promise<void> {
  const { conn } = socket;
  while (!signal.aborted && socket.connected && unsentPackets(conn).length > MAX_QUEUED_PACKETS)
    await new Promise<void>((done) => {
      const timer = setTimeout(done, POLL_MS);
      conn.once('drain', () => {
        clearTimeout(timer);
        done();
      });
    });
}

type OpenStreams = Map<string, AbortController>;

async function sendOutput(
  output: TaskOutputSource,
  connection: Connection,
  request: z.infer<typeof tailSchema>,
  signal: AbortSignal,
): Promise<void> {
  const { socket } = connection;
  const { t, uuid } = request;
  let last = { attempt: request.a, off: request.from };
  const outcome = await output.follow({ uuid, attempt: request.a, from: request.from, signal }, async (chunk) => {
    // The permissions may have changed since the last chunk.
    if (signal.aborted || !output.canFollow(connection.actor)) return false;
    last = { attempt: chunk.attempt, off: chunk.off + Buffer.byteLength(chunk.data) };
    if (chunk.data !== '' || chunk.off === 0)
      socket.emit('out', { t, a: chunk.attempt, off: chunk.off, data: chunk.data });
    await waitUntilDrained(connection, signal);
    return true;
  });
  if (!signal.aborted && outcome !== 'disconnected')
    socket.emit('out', { t, a: last.attempt, off: last.off, data: '', end: true });
}

function createStreams(log: Log, output: TaskOutputSource | undefined) {
  const streamsByConnection = new Map<Connection, OpenStreams>();
  const closeStream = (connection: Connection, t: string): void => {
    const open = streamsByConnection.get(connection);
    open?.get(t)?.abort();
    open?.delete(t);
    if (open?.size === 0) streamsByConnection.delete(connection);
  };
  const startStream = (connection: Connection, request: z.infer<typeof tailSchema>, from: TaskOutputSource): void => {
    const abortController = new AbortController();
    const open: OpenStreams = streamsByConnection.get(connection) ?? new Map<string, AbortController>();
    streamsByConnection.set(connection, open.set(request.t, abortController));
    sendOutput(from, connection, request, abortController.signal)
      .catch((error: unknown) => log.error({ err: error, uuid: request.uuid }, 'sending the output of a task failed'))
      .finally(() => {
        if (open.get(request.t) === abortController) closeStream(connection, request.t);
      });
  };
  const open = (connection: Connection, raw: unknown, ack: (response: TaskOutputAck) => void): boolean => {
    const parsed = tailSchema.safeParse(raw);
    if (!parsed.success) {
      ack({ ok: false, code: 400 });
      return false;
    }
    closeStream(connection, parsed.data.t);
    if (output === undefined || !output.canFollow(connection.actor)) ack({ ok: false, code: 403 });
    else if ((streamsByConnection.get(connection)?.size ?? 0) >= SERVER_LIMITS.tailsPerSocket)
      ack({ ok: false, code: 429 });
    else {
      ack({ ok: true });
      startStream(connection, parsed.data, output);
    }
    return true;
  };
  return {
    open,
    close: (connection: Connection, raw: unknown): boolean => {
      const parsed = untailSchema.safeParse(raw);
      if (parsed.success) closeStream(connection, parsed.data.t);
      return parsed.success;
    },
    closeAll: (connection: Connection): void => {
      for (const abortController of streamsByConnection.get(connection)?.values() ?? []) abortController.abort();
      streamsByConnection.delete(connection);
    },
  };
}

/** Without `output`, `tail` responds with 403. A kiosk display gets no response. */
export const createTaskOutput = (output: TaskOutputSource | undefined): LiveFeature => ({
  name: 'taskOutput',
  start: ({ log }) => {
    const streams = createStreams(log, output);
    return {
      onDisconnected: streams.closeAll,
      eventsFor: (connection) =>
        isKioskPrincipal(connection.principal)
          ? {}
          : {
              tail: (payload, ack) => streams.open(connection, payload, ack),
              untail: (payload) => streams.close(connection, payload),
            },
    };
  },
});
