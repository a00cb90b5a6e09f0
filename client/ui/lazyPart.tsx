/**
 * Parts whose code comes when they are first shown. One that cannot be had, because the line is down, says so in its place and
 * comes by itself when the line is back; whatever stands around it stays.
 */
import {
  createContext,
  createElement,
  lazy,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { MissingPart, type PartLook } from './MissingPart';

/** Whether the server can be reached, as far as is known. */
export const LineContext = createContext(true);

/** How long after the line came, or after it failed with no known reason, a part is asked for again; then only by hand. */
const WAITS = [300, 2_000, 5_000] as const;

interface Held<P> {
  /** What stands for the part now: itself, how it is waited for, or the sign that it is missing. */
  readonly current: () => ComponentType<P>;
  /** Settles when the code came or could not be had. */
  readonly arrive: () => Promise<unknown>;
  /** Asks again; false when it did not come this time either. */
  readonly again: () => Promise<boolean>;
  /** Whoever shows it has it fetched. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody waits in its place, until he calls what this gives; whoever comes when nobody waits asks anew. */
  readonly wait: () => () => void;
}

/** What Vite says of a stylesheet that did not come. It asks for none a second time, so that is done here. */
const FAILED_STYLE = /^Unable to preload CSS for (\S+)$/;
const styles = (which = '') => [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"]${which}`)];
function markFailedStyle(error: unknown): void {
  const href = FAILED_STYLE.exec(error instanceof Error ? error.message : '')?.[1];
  for (const link of styles()) if (link.href === href) link.dataset['failed'] = '';
}
function fetchStyleAgain(link: HTMLLinkElement): Promise<void> {
  const fresh = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: link.href,
    nonce: link.nonce,
  });
  return new Promise((done) => {
    fresh.addEventListener('load', () => done());
    fresh.addEventListener('error', () => {
      fresh.dataset['failed'] = '';
      done();
    });
    link.replaceWith(fresh);
  });
}

type Load<P> = () => Promise<ComponentType<P>>;
/** `until`: what stands there until the code came; without it, whatever a `Suspense` above shows. */
function hold<P extends object>(load: Load<P>, missing: ComponentType<P>, until?: ComponentType<P>): Held<P> {
  let coming: Promise<ComponentType<P>> | undefined;
  let asking: Promise<boolean> | undefined;
  let waiting = 0;
  let found = false;
  const listeners = new Set<() => void>();
  const attempt = async () => {
    try {
      return await load();
    } catch (error) {
      markFailedStyle(error);
      return undefined;
    }
  };
  const settle = (part: ComponentType<P> | undefined) => {
    found = part !== undefined;
    current = part ?? missing;
    for (const listener of listeners) listener();
    return current;
  };
  const arrive = () => (coming ??= attempt().then(settle));
  const late = (): ComponentType<P> => until ?? lazy(async () => ({ default: await arrive() }));
  let current = late();
  const beginAnew = () => {
    if (found || waiting > 0 || asking !== undefined) return;
    coming = undefined;
    current = late();
  };
  const ask = async () => {
    await Promise.all(styles('[data-failed]').map(fetchStyleAgain));
    const part = await attempt();
    asking = undefined;
    if (part === undefined) {
      beginAnew();
      return false;
    }
    coming = Promise.resolve(settle(part));
    return true;
  };
  const leave = () => {
    waiting -= 1;
    // Who is only drawn anew waits again at once.
    void Promise.resolve().then(beginAnew);
  };
  return {
    current: () => current,
    arrive,
    again: () => (asking ??= ask()),
    wait: () => {
      waiting += 1;
      return leave;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      void arrive();
      return () => void listeners.delete(listener);
    },
  };
}

interface AwaitedProps {
  readonly held: Pick<Held<never>, 'again' | 'wait'>;
  readonly look: PartLook;
  readonly onClose: (() => void) | undefined;
}
/** Stands where a part is missing and fetches it as soon as it can be had. */
function Awaited({ held, look, onClose }: AwaitedProps) {
  const up = useContext(LineContext);
  const [tried, setTried] = useState({ up, times: 0 });
  const times = tried.up === up ? tried.times : 0;
  const wait = up ? WAITS[times] : undefined;
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    if (await held.again()) return;
    setBusy(false);
    setTried({ up, times: times + 1 });
  };
  const askAgain = useEffectEvent(() => void ask());
  useEffect(() => held.wait(), [held]);
  useEffect(() => {
    if (wait === undefined) return;
    const timer = setTimeout(askAgain, wait);
    return () => clearTimeout(timer);
  }, [wait, up]);
  return <MissingPart {...{ look, onClose, busy }} gone={up && wait === undefined} onAgain={() => void ask()} />;
}

/** A part, and the promise of its code for whoever fetches it before it is shown; it settles also when there is none. */
type LazyPart<P> = FunctionComponent<P> & { readonly arrive: () => Promise<unknown> };

const closerOf = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;

type Look<P> = PartLook | ((props: P) => ReactNode);
function partOf<P extends object>(load: Load<P>, look: Look<P>, until?: ComponentType<P>): LazyPart<P> {
  const Missing = (props: P) => {
    const own = typeof look === 'function';
    return (
      <>
        {own && look(props)}
        <Awaited held={held} look={own ? 'none' : look} onClose={closerOf(props)} />
      </>
    );
  };
  const held = hold(load, Missing, until);
  const Part = (props: P) => createElement(useSyncExternalStore(held.subscribe, held.current), props);
  return Object.assign(Part, { arrive: held.arrive });
}

/**
 * Makes a part of the page from code that is fetched when it is first shown, below a `Suspense`.
 * @param look What stands in its place while its code cannot be had; a part that can be closed is a dialog then.
 */
export const lazyPart = <P extends object>(load: Load<P>, look: Look<P> = 'note'): LazyPart<P> => partOf(load, look);

const Blank = () => null;
/**
 * The same for what stands in many places at once, as a cell of a list does: no place comes before another, since all of them
 * change in one step. It needs no `Suspense`, which lets every place come in its own time.
 * @param Until Stands in every place before.
 */
export const jointPart = <P extends object>(load: Load<P>, Until: ComponentType<P> = Blank): LazyPart<P> =>
  partOf(load, 'small', Until);
