/** What terminal tasks print, told to sockets: each reader at its own place, and no faster than it takes what it was told. */
import { z } from 'zod';
import { LIMITS } from '../../common/limits';
import type { TailAnswer } from '../../common/protocol/tail';
import type { Actor } from '../../common/entity/access';
import type { Log } from '../context';
import type { Peer } from './peer';

/** Where output comes from: handed in, since the live channel knows no tasks. */
export interface Output {
  /** Whether somebody may follow tasks at all. */
  readonly may: (actor: Actor) => boolean;
  readonly follow: (
    from: { readonly uuid: string; readonly attempt: number; readonly from: number; readonly signal: AbortSignal },
    tell: (piece: { readonly attempt: number; readonly off: number; readonly data: string }) => Promise<boolean>,
  ) => Promise<'over' | 'gone' | 'left'>;
}
export interface Tails {
  /** Listens to a socket's wishes; `strike` when one breaks the rules. */
  readonly serve: (peer: Peer, strike: () => void) => void;
}

const NUMBER = /^[0-9A-Za-z_-]{1,64}$/;
const short = z.string().min(1).max(16);
const tailSchema = z.strictObject({
  t: short,
  uuid: z.string().regex(NUMBER),
  a: z.number().int().min(0).max(1_000_000),
  from: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
const untailSchema = z.strictObject({ t: short });

/** Packets that may wait in a socket before its reader is waited for. */
const MOST_WAITING = 8;
const AGAIN_MS = 500;

/** Resolves once the socket took what it was told, or is gone. */
async function room({ socket }: Peer, signal: AbortSignal): Promise<void> {
  const { conn } = socket;
  // What engine.io knows of its unsent packets but does not declare.
  const unsent = () => (conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;
  while (!signal.aborted && socket.connected && unsent() > MOST_WAITING)
    await new Promise<void>((done) => {
      const timer = setTimeout(done, AGAIN_MS);
      conn.once('drain', () => {
        clearTimeout(timer);
        done();
      });
    });
}

type Open = Map<string, AbortController>;

async function tell(output: Output, peer: Peer, asked: z.infer<typeof tailSchema>, signal: AbortSignal): Promise<void> {
  const { socket } = peer;
  const { t, uuid } = asked;
  let last = { attempt: asked.a, off: asked.from };
  const outcome = await output.follow({ uuid, attempt: asked.a, from: asked.from, signal }, async (piece) => {
    // Rights are those of this very moment.
    if (signal.aborted || !output.may(peer.actor)) return false;
    last = { attempt: piece.attempt, off: piece.off + Buffer.byteLength(piece.data) };
    if (piece.data !== '' || piece.off === 0)
      socket.emit('out', { t, a: piece.attempt, off: piece.off, data: piece.data });
    await room(peer, signal);
    return true;
  });
  if (!signal.aborted && outcome !== 'left')
    socket.emit('out', { t, a: last.attempt, off: last.off, data: '', end: true });
}

export function createTails(log: Log, output: Output | undefined): Tails {
  const byPeer = new Map<Peer, Open>();
  const drop = (peer: Peer, t: string): void => {
    const open = byPeer.get(peer);
    open?.get(t)?.abort();
    open?.delete(t);
    if (open?.size === 0) byPeer.delete(peer);
  };
  const begin = (peer: Peer, asked: z.infer<typeof tailSchema>, from: Output): void => {
    const stopper = new AbortController();
    const open: Open = byPeer.get(peer) ?? new Map<string, AbortController>();
    byPeer.set(peer, open.set(asked.t, stopper));
    tell(from, peer, asked, stopper.signal)
      .catch((error: unknown) => log.error({ err: error, uuid: asked.uuid }, 'a task could not be followed'))
      .finally(() => {
        if (open.get(asked.t) === stopper) drop(peer, asked.t);
      });
  };
  const open = (peer: Peer, raw: unknown, ack: (answer: TailAnswer) => void): boolean => {
    const read = tailSchema.safeParse(raw);
    if (!read.success) {
      ack({ ok: false, code: 400 });
      return false;
    }
    drop(peer, read.data.t);
    if (output === undefined || !output.may(peer.actor)) ack({ ok: false, code: 403 });
    else if ((byPeer.get(peer)?.size ?? 0) >= LIMITS.tailsPerSocket) ack({ ok: false, code: 429 });
    else {
      ack({ ok: true });
      begin(peer, read.data, output);
    }
    return true;
  };
  return {
    serve: (peer, strike) => {
      const { socket } = peer;
      // What arrives is untyped whatever the declarations say.
      socket.on('tail', (raw: unknown, ack: unknown) => {
        const answer = typeof ack === 'function' ? (ack as (answer: TailAnswer) => void) : () => undefined;
        if (!open(peer, raw, answer)) strike();
      });
      socket.on('untail', (raw: unknown) => {
        const read = untailSchema.safeParse(raw);
        if (read.success) drop(peer, read.data.t);
        else strike();
      });
      socket.on('disconnect', () => {
        for (const stopper of byPeer.get(peer)?.values() ?? []) stopper.abort();
        byPeer.delete(peer);
      });
    },
  };
}
