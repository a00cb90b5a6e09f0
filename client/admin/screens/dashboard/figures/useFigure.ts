/** One figure of the dashboard, as a hook: asked for together with all others of the page, right at every moment. */
import { useEffect, useState } from 'react';
import type { Metric } from '../../../../../common/protocol/liveEvents';
import { getTimeZone, type TimeZone } from '../../../../../common/text/time/timeZone';
import { useApp } from '../../../../shared/app/appContext';
import { deskOf } from './desk';
import { figuresApi } from './figuresApi';
import { NOTHING_KNOWN, type Cells, type Known } from './known';

export type FigureState =
  | { readonly is: 'waiting' }
  /** Not readable, or not countable any more. */
  | { readonly is: 'refused' }
  | { readonly is: 'known'; readonly cells: Cells };

const WAITING: FigureState = { is: 'waiting' };
const REFUSED: FigureState = { is: 'refused' };

export const useKnown = (): Known => figuresApi.useFiguresQuery(null).data ?? NOTHING_KNOWN;

export function useFigure(figure: Metric | undefined): FigureState {
  const desk = deskOf(useApp());
  const known = useKnown();
  const text = figure === undefined ? '' : JSON.stringify(figure);
  useEffect(() => (text === '' ? undefined : desk.want(JSON.parse(text) as Metric)), [desk, text]);
  if (figure === undefined) return WAITING;
  const name = known.names[desk.idOf(figure)];
  if (name === undefined) return WAITING;
  const cells = typeof name === 'string' ? known.cells[name] : undefined;
  if (typeof name === 'number') return name === 429 ? WAITING : REFUSED;
  return cells === undefined ? WAITING : { is: 'known', cells };
}

const zones = new Map<string, TimeZone>();
/** The zone of the site's days; the machine's own until the server has said which. */
export function useZone(): TimeZone {
  const name = useKnown().zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = zones.get(name) ?? getTimeZone(name);
  zones.set(name, zone);
  return zone;
}

/** The server's time in unix seconds, anew every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const { ahead } = useKnown();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.floor((now + ahead) / 1000);
}
