/** A plain TCP proxy whose line can be cut and mended, so that a break is a real one. */
import { connect, createServer, type Socket } from 'node:net';

export interface LossyProxy {
  readonly url: string;
  /** Ends every connection; new ones are refused until the line is mended. */
  readonly cut: () => void;
  /** Delivers nothing to the client, and closes no connection. */
  readonly stall: () => void;
  readonly mend: () => void;
  /** So many answers are lost on their way: the request has arrived, its connection breaks as the answer comes. */
  readonly loseAnswers: (count: number) => void;
  /** How many answers were lost so far. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let whole = true;
  let held: (() => void)[] | undefined;
  let losing = 0;
  let lost = 0;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (chunk) => {
      if (held) return void held.push(() => near.write(chunk));
      if (losing === 0) return void near.write(chunk);
      losing -= 1;
      lost += 1;
      near.destroy();
    });
    far.on('end', () => near.end());
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    stall: () => {
      held = [];
    },
    mend: () => {
      whole = true;
      const late = held ?? [];
      held = undefined;
      for (const deliver of late) deliver();
    },
    loseAnswers: (count) => {
      losing = count;
    },
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
