/** A client of the live channel that records every byte it receives, so that tests can search for data that must not be sent. */
import { io, type Socket } from 'socket.io-client';
import type {
  AuthAck,
  ChangeFrame,
  ClientToServer,
  Cursor,
  ServerToClient,
  SubscribeAck,
  SubscribeRequest,
  TopicSpec,
} from '../../../common/protocol/liveEvents';

type Notice<E extends keyof ServerToClient> = Parameters<ServerToClient[E]>[0];
export interface Subscription {
  readonly topic: string;
  readonly s: Cursor;
  /** Columns that its frames never contain. */
  readonly hidden?: readonly string[];
  readonly epoch: string;
  /** Number of frames before the response: only later ones belong to the subscription. */
  readonly from: number;
}
export interface LiveClient {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** Change frames in order of arrival. */
  readonly frames: ChangeFrame[];
  /** Everything the transport delivered, as text. */
  readonly raw: string[];
  readonly resets: Notice<'reset'>[];
  readonly authz: Notice<'authz'>[];
  readonly byes: Notice<'bye'>[];
  readonly ticks: Notice<'tick'>[];
  readonly ask: (request: unknown) => Promise<SubscribeAck>;
  /** Subscribes; throws when the server refuses. */
  readonly subscribe: (t: string, spec: TopicSpec, since?: Cursor, epoch?: string) => Promise<Subscription>;
  readonly auth: (token: string) => Promise<AuthAck>;
  readonly close: () => void;
}

const ACK_MS = 5_000;

export interface LiveClientOptions {
  readonly origin?: string;
  /** The address that a trusted proxy says the client has. */
  readonly from?: string;
  /** The language of the reader. */
  readonly lang?: string;
  /** Records no frames: benchmarks must not measure them. */
  readonly skipFrames?: true;
}
/** Connects and waits for the namespace; a refusal rejects with the server's data. */
export async function connectLiveClient(url: string, token: string, options: LiveClientOptions): Promise<LiveClient> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token, ...(options.lang === undefined ? {} : { lang: options.lang }) },
    extraHeaders: {
      ...(options.origin === undefined ? {} : { origin: options.origin }),
      ...(options.from === undefined ? {} : { 'x-forwarded-for': options.from }),
    },
  });
  const client = recordFrames(socket, options.skipFrames !== true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', (error: Error & { data?: unknown }) => {
      socket.close();
      reject(Object.assign(error, { code: (error.data as { code?: number } | undefined)?.code }));
    });
  });
  return client;
}

function recordFrames(socket: Socket<ServerToClient, ClientToServer>, recordsFrames: boolean): LiveClient {
  const recorded = { frames: [], raw: [], resets: [], authz: [], byes: [], ticks: [] } as Pick<
    LiveClient,
    'frames' | 'raw' | 'resets' | 'authz' | 'byes' | 'ticks'
  >;
  if (recordsFrames) {
    socket.io.on('open', () =>
      socket.io.engine.on('packet', (packet) => void recorded.raw.push(String(packet.data ?? ''))),
    );
    socket.on('chg', (frame) => void recorded.frames.push(frame));
  }
  socket.on('reset', (notice) => void recorded.resets.push(notice));
  socket.on('authz', (notice) => void recorded.authz.push(notice));
  socket.on('bye', (notice) => void recorded.byes.push(notice));
  socket.on('tick', (notice) => void recorded.ticks.push(notice));
  // Tests send payloads that the types forbid.
  const ask = (request: unknown) => socket.timeout(ACK_MS).emitWithAck('sub', request as SubscribeRequest);
  const sendSubscribe = (request: SubscribeRequest) =>
    new Promise<{ readonly answer: SubscribeAck; readonly from: number }>((resolve, reject) => {
      socket.timeout(ACK_MS).emit('sub', request, (error, ack) => {
        if (error instanceof Error) reject(error);
        else resolve({ answer: ack, from: recorded.frames.length });
      });
    });
  return {
    ...recorded,
    socket,
    ask,
    subscribe: async (t, spec, since, epoch = 'first') => {
      const request = { epoch, topics: [{ t, spec, ...(since === undefined ? {} : { since }) }] };
      const { answer: ack, from } = await sendSubscribe(request);
      const result = ack.ok ? ack.r[t] : undefined;
      if (!ack.ok || result?.ok !== true) throw new Error(`refused: ${JSON.stringify(ack)}`);
      return { ...result, epoch: ack.epoch, from };
    },
    auth: (token) => socket.timeout(ACK_MS).emitWithAck('auth', { token }),
    close: () => void socket.close(),
  };
}
