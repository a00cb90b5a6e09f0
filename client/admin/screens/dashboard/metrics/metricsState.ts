/** State of the followed metrics: a full response first, then cell updates from frames. */
import type { PastRefusal } from '../../../../../common/protocol/dashboardAsOf';
import type { MetricCell, DashboardFrame, OnlineUsers } from '../../../../../common/protocol/liveEvents';

/** By `value|begin`; amounts in cents. Values beyond the safe integer range are rounded. */
export type Cells = Readonly<Record<string, number>>;
export type MetricState =
  | { readonly status: 'waiting' }
  /** Not readable, not or no longer countable, or without a known past. */
  | { readonly status: 'refused'; readonly reason: PastRefusal }
  /** `isPartial`: some rows of a past moment are not counted. */
  | { readonly status: 'known'; readonly cells: Cells; readonly isPartial?: boolean };

export interface MetricsState {
  /** Time zone of the site's days; empty until the first response. */
  readonly zone: string;
  /** Time of the last frame, unix milliseconds by the local clock. */
  readonly updatedAt: number;
  /** Milliseconds by which the server's clock is ahead. */
  readonly clockOffset: number;
  /** The server's key of each requested metric, or the code of its refusal. */
  readonly keysOrRefusals: Readonly<Record<string, string | number>>;
  readonly cells: Readonly<Record<string, Cells>>;
  readonly online: OnlineUsers | undefined;
}
export const EMPTY_METRICS: MetricsState = {
  zone: '',
  updatedAt: 0,
  clockOffset: 0,
  keysOrRefusals: {},
  cells: {},
  online: undefined,
};

const cellKey = ([group, at]: MetricCell): string => `${group}|${at}`;
/** Amounts arrive as decimal text, sums beyond the safe range as digits. */
const cellValue = ([, , value]: MetricCell): number =>
  typeof value === 'number' ? value : Number(value.replace('.', ''));
export const toCells = (cells: readonly MetricCell[]): Cells =>
  Object.fromEntries(cells.map((cell) => [cellKey(cell), cellValue(cell)]));

/** Applies a frame. Cells are absolute values, so a repeated frame changes nothing. */
export function applyMetricsFrame(
  state: MetricsState,
  frame: DashboardFrame,
  now: number,
  zone = frame.zone ?? state.zone,
): MetricsState {
  const cells: Record<string, Cells> = { ...state.cells };
  for (const [key, all] of Object.entries(frame.all ?? {})) cells[key] = toCells(all);
  for (const [key, some] of Object.entries(frame.c ?? {})) {
    const previous = cells[key];
    if (previous !== undefined) cells[key] = { ...previous, ...toCells(some) };
  }
  return {
    zone,
    updatedAt: now,
    clockOffset: frame.at - now,
    keysOrRefusals: frame.map ?? state.keysOrRefusals,
    cells,
    online: frame.on ?? state.online,
  };
}
