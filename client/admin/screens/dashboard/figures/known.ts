/** What this page knows of the figures it shows: whole once, then moved cell by cell by the frames of the live channel. */
import type { MetricCell, DashboardFrame, OnlineUsers } from '../../../../../common/protocol/liveEvents';

/** By `value|begin`; amounts in cents. Beyond what is exact they are the nearest number. */
export type Cells = Readonly<Record<string, number>>;
export interface Known {
  /** The time zone days begin in; empty until the first answer. */
  readonly zone: string;
  /** When the server last told of them, unix milliseconds by this machine's clock. */
  readonly heard: number;
  /** Milliseconds the server's clock is ahead of this one's. */
  readonly ahead: number;
  /** What the server calls each asked figure, or why it is refused. */
  readonly names: Readonly<Record<string, string | number>>;
  readonly cells: Readonly<Record<string, Cells>>;
  readonly online: OnlineUsers | undefined;
}
export const NOTHING_KNOWN: Known = { zone: '', heard: 0, ahead: 0, names: {}, cells: {}, online: undefined };

const cellKey = ([dim, at]: MetricCell): string => `${dim}|${at}`;
/** Amounts come as decimal texts, sums too large for a number as digits. */
const numberOf = ([, , value]: MetricCell): number =>
  typeof value === 'number' ? value : Number(value.replace('.', ''));
const cellsOf = (cells: readonly MetricCell[]): Cells =>
  Object.fromEntries(cells.map((cell) => [cellKey(cell), numberOf(cell)]));

/** What is known after a frame. Cells are whole values: a frame that arrives twice changes nothing. */
export function told(known: Known, frame: DashboardFrame, now: number, zone = frame.zone ?? known.zone): Known {
  const cells: Record<string, Cells> = { ...known.cells };
  for (const [key, all] of Object.entries(frame.all ?? {})) cells[key] = cellsOf(all);
  for (const [key, some] of Object.entries(frame.c ?? {})) {
    const held = cells[key];
    if (held !== undefined) cells[key] = { ...held, ...cellsOf(some) };
  }
  return {
    zone,
    heard: now,
    ahead: frame.at - now,
    names: frame.map ?? known.names,
    cells,
    online: frame.on ?? known.online,
  };
}
