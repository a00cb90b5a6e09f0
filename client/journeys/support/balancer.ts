/** What stands before several nodes in the field, as small as it can be: a TCP port that leads to whoever answers, and can be cut. */
import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** How many connections lead to a node now. */
  readonly count: (node: number) => number;
  /** New connections try this node first. */
  readonly prefer: (node: number) => void;
  /** Ends every connection; new ones are refused until the line is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

const portOf = (target: string) => Number(new URL(target).port);

/** Joins both ends; when one closes, so does the other. */
function join(near: Socket, far: Socket, gone: () => void): void {
  near.pipe(far);
  far.pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => {
      other.destroy();
      gone();
    });
  }
}

export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const open = new Map<Socket, number>();
  let whole = true;
  let first = 0;
  const lead = (near: Socket, tried: number): void => {
    if (tried >= targets.length) return void near.destroy();
    const node = (first + tried) % targets.length;
    const far = connect(portOf(targets[node] ?? ''), '127.0.0.1');
    const next = () => lead(near, tried + 1);
    far.once('error', next);
    far.once('connect', () => {
      far.off('error', next);
      open.set(near, node);
      join(near, far, () => open.delete(near));
    });
  };
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (whole) lead(near, 0);
    else near.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    whole = false;
    for (const near of open.keys()) near.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    count: (node) => [...open.values()].filter((at) => at === node).length,
    prefer: (node) => {
      first = node;
    },
    cut,
    mend: () => {
      whole = true;
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
