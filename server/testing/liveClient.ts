/** A client of the live channel that keeps every byte it was sent, so that tests can look for what must not be there. */
import { io, type Socket } from 'socket.io-client';
import type {
  AuthAnswer,
  ChangeFrame,
  ClientToServer,
  Cursor,
  ServerToClient,
  SubscribeAnswer,
  SubscribeRequest,
  TopicSpec,
} from '../../common/protocol/live';

type Notice<E extends keyof ServerToClient> = Parameters<ServerToClient[E]>[0];
export interface Subscribed {
  readonly topic: string;
  readonly s: Cursor;
  /** Columns its frames never speak of. */
  readonly hidden?: readonly string[];
  readonly epoch: string;
  /** How many frames had arrived before the answer: only later ones belong to the subscription. */
  readonly from: number;
}
export interface Client {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** Change frames in order of arrival. */
  readonly frames: ChangeFrame[];
  /** Everything the transport delivered, as text. */
  readonly raw: string[];
  readonly resets: Notice<'reset'>[];
  readonly authz: Notice<'authz'>[];
  readonly byes: Notice<'bye'>[];
  readonly ticks: Notice<'tick'>[];
  readonly ask: (request: unknown) => Promise<SubscribeAnswer>;
  /** Subscribes or throws. */
  readonly sub: (t: string, spec: TopicSpec, since?: Cursor, epoch?: string) => Promise<Subscribed>;
  readonly auth: (token: string) => Promise<AuthAnswer>;
  readonly close: () => void;
}

const ACK_MS = 5_000;

export interface ClientOptions {
  readonly origin?: string;
  /** The language its reader chose. */
  readonly lang?: string;
  /** Keeps no frame: what is measured must not weigh with it. */
  readonly forgets?: true;
}
/** Connects and waits for the namespace; a refusal rejects with the server's data. */
export async function connectClient(url: string, token: string, options: ClientOptions): Promise<Client> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token, ...(options.lang === undefined ? {} : { lang: options.lang }) },
    ...(options.origin === undefined ? {} : { extraHeaders: { origin: options.origin } }),
  });
  const client = collect(socket, options.forgets !== true);
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => done());
    socket.once('connect_error', (error: Error & { data?: unknown }) => {
      socket.close();
      fail(Object.assign(error, { code: (error.data as { code?: number } | undefined)?.code }));
    });
  });
  return client;
}

function collect(socket: Socket<ServerToClient, ClientToServer>, keeps: boolean): Client {
  const kept = { frames: [], raw: [], resets: [], authz: [], byes: [], ticks: [] } as Pick<
    Client,
    'frames' | 'raw' | 'resets' | 'authz' | 'byes' | 'ticks'
  >;
  if (keeps) {
    socket.io.on('open', () =>
      socket.io.engine.on('packet', (packet) => void kept.raw.push(String(packet.data ?? ''))),
    );
    socket.on('chg', (frame) => void kept.frames.push(frame));
  }
  socket.on('reset', (notice) => void kept.resets.push(notice));
  socket.on('authz', (notice) => void kept.authz.push(notice));
  socket.on('bye', (notice) => void kept.byes.push(notice));
  socket.on('tick', (notice) => void kept.ticks.push(notice));
  // Tests send what the types forbid.
  const ask = (request: unknown) => socket.timeout(ACK_MS).emitWithAck('sub', request as SubscribeRequest);
  const subscribe = (request: SubscribeRequest) =>
    new Promise<{ readonly answer: SubscribeAnswer; readonly from: number }>((done, fail) => {
      socket.timeout(ACK_MS).emit('sub', request, (error, answer) => {
        if (error instanceof Error) fail(error);
        else done({ answer, from: kept.frames.length });
      });
    });
  return {
    ...kept,
    socket,
    ask,
    sub: async (t, spec, since, epoch = 'first') => {
      const request = { epoch, topics: [{ t, spec, ...(since === undefined ? {} : { since }) }] };
      const { answer, from } = await subscribe(request);
      const result = answer.ok ? answer.r[t] : undefined;
      if (!answer.ok || result?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
      return { ...result, epoch: answer.epoch, from };
    },
    auth: (token) => socket.timeout(ACK_MS).emitWithAck('auth', { token }),
    close: () => void socket.close(),
  };
}
