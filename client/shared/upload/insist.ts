/** Exchanges with the house about a file, taken up again while the line to it is broken. */
import type { App } from '../app';
import { pathOf, postFile, type Envelope, type Way } from './sender';

/** Pauses before a broken line is tried again. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 30_000, 30_000] as const;

const pause = (ms: number, { signal }: Way) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    const now = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', now, { once: true });
    window.addEventListener('online', now, { once: true });
  });

interface Exchange {
  /** Below `ajax/`, or a whole path. */
  readonly action: string;
  readonly body: Blob;
  readonly query?: string;
  readonly pauses?: readonly number[];
}
/** One exchange, taken up again while the line is broken; `undefined` when it stays so. */
export async function insist(app: App, { action, body, query = '', pauses = AGAIN_MS }: Exchange, way: Way) {
  let last: Envelope | undefined;
  const url = action.startsWith('/') ? action : pathOf(app, action);
  for (const wait of [0, ...pauses]) {
    if (wait > 0) await pause(wait, way);
    const answer = await postFile(app, { url: url + query, body }, way);
    if (answer === 'stopped' || (answer !== undefined && !isPassing(answer))) return answer;
    last = answer;
    way.onProgress(0);
  }
  return last;
}
/** The server is restarting, or has not noticed yet that the line to it broke. */
const isPassing = ({ code, data }: Envelope) => data['busy'] === true || (code >= 500 && code !== 507);

export const said = (value: object) => new Blob([JSON.stringify(value)], { type: 'application/json' });
export const quiet = (way: Way): Way => ({ ...way, onProgress: () => undefined });
/** For what is said after everything else was stopped. */
export const alone = (): Way => ({ onProgress: () => undefined, signal: new AbortController().signal });
