/** What terminal tasks print, told to sockets: each reader at its own place, and no faster than it takes what it was told. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { TaskOutputAck } from '../../../common/protocol/taskOutput';
import type { Actor } from '../../../common/entity/access';
import type { Log } from '../../context';
import type { Connection } from './connection';

/** Where output comes from: handed in, since the live channel knows no tasks. */
export interface TaskOutputSource {
  /** Whether somebody may follow tasks at all. */
  readonly canFollow: (actor: Actor) => boolean;
  readonly follow: (
    from: { readonly uuid: string; readonly attempt: number; readonly from: number; readonly signal: AbortSignal },
    sendOutput: (chunk: { readonly attempt: number; readonly off: number; readonly data: string }) => Promise<boolean>,
  ) => Promise<'over' | 'gone' | 'left'>;
}
export interface TaskOutput {
  /** Listens to a socket's wishes; `recordViolation` when one breaks the rules. */
  readonly registerEvents: (connection: Connection, recordViolation: () => void) => void;
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

/** Packets that may wait in a socket before its reader is waited for. */
const MAX_QUEUED_PACKETS = 8;
const POLL_MS = 500;

/** Resolves once the socket took what it was told, or is gone. */
async function waitUntilDrained({ socket }: Connection, signal: AbortSignal): Promise<void> {
  const { conn } = socket;
  // What engine.io knows of its unsent packets but does not declare.
  const unsent = () => (conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;
  while (!signal.aborted && socket.connected && unsent() > MAX_QUEUED_PACKETS)
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
    // Rights are those of this very moment.
    if (signal.aborted || !output.canFollow(connection.actor)) return false;
    last = { attempt: chunk.attempt, off: chunk.off + Buffer.byteLength(chunk.data) };
    if (chunk.data !== '' || chunk.off === 0)
      socket.emit('out', { t, a: chunk.attempt, off: chunk.off, data: chunk.data });
    await waitUntilDrained(connection, signal);
    return true;
  });
  if (!signal.aborted && outcome !== 'left')
    socket.emit('out', { t, a: last.attempt, off: last.off, data: '', end: true });
}

export function createTaskOutput(log: Log, output: TaskOutputSource | undefined): TaskOutput {
  const byConnection = new Map<Connection, OpenStreams>();
  const closeStream = (connection: Connection, t: string): void => {
    const open = byConnection.get(connection);
    open?.get(t)?.abort();
    open?.delete(t);
    if (open?.size === 0) byConnection.delete(connection);
  };
  const startStream = (connection: Connection, request: z.infer<typeof tailSchema>, from: TaskOutputSource): void => {
    const abortController = new AbortController();
    const open: OpenStreams = byConnection.get(connection) ?? new Map<string, AbortController>();
    byConnection.set(connection, open.set(request.t, abortController));
    sendOutput(from, connection, request, abortController.signal)
      .catch((error: unknown) => log.error({ err: error, uuid: request.uuid }, 'a task could not be followed'))
      .finally(() => {
        if (open.get(request.t) === abortController) closeStream(connection, request.t);
      });
  };
  const open = (connection: Connection, raw: unknown, ack: (answer: TaskOutputAck) => void): boolean => {
    const parsed = tailSchema.safeParse(raw);
    if (!parsed.success) {
      ack({ ok: false, code: 400 });
      return false;
    }
    closeStream(connection, parsed.data.t);
    if (output === undefined || !output.canFollow(connection.actor)) ack({ ok: false, code: 403 });
    else if ((byConnection.get(connection)?.size ?? 0) >= LIMITS.tailsPerSocket) ack({ ok: false, code: 429 });
    else {
      ack({ ok: true });
      startStream(connection, parsed.data, output);
    }
    return true;
  };
  return {
    registerEvents: (connection, recordViolation) => {
      const { socket } = connection;
      // What arrives is untyped whatever the declarations say.
      socket.on('tail', (raw: unknown, ack: unknown) => {
        const answer = typeof ack === 'function' ? (ack as (answer: TaskOutputAck) => void) : () => undefined;
        if (!open(connection, raw, answer)) recordViolation();
      });
      socket.on('untail', (raw: unknown) => {
        const parsed = untailSchema.safeParse(raw);
        if (parsed.success) closeStream(connection, parsed.data.t);
        else recordViolation();
      });
      socket.on('disconnect', () => {
        for (const abortController of byConnection.get(connection)?.values() ?? []) abortController.abort();
        byConnection.delete(connection);
      });
    },
  };
}
