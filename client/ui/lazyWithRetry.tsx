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
import { LoadFailed, type LoadFailedStyle } from './LoadFailed';

/** Whether the server can be reached, as far as is known. */
export const OnlineContext = createContext(true);

/** How long after the line came, or after it failed with no known reason, a part is asked for again; then only by hand. */
const RETRY_DELAYS_MS = [300, 2_000, 5_000] as const;

interface LazyLoader<P> {
  /** What stands for the part now: itself, how it is waited for, or the sign that it is missing. */
  readonly current: () => ComponentType<P>;
  /** Settles when the code came or could not be had. */
  readonly load: () => Promise<unknown>;
  /** Asks again; false when it did not come this time either. */
  readonly retry: () => Promise<boolean>;
  /** Whoever shows it has it fetched. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody waits in its place, until he calls what this gives; whoever comes when nobody waits asks anew. */
  readonly addWaiter: () => () => void;
}

/** What Vite says of a stylesheet that did not come. It asks for none a second time, so that is done here. */
const FAILED_STYLESHEET = /^Unable to preload CSS for (\S+)$/;
const findStylesheets = (filter = '') => [
  ...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"]${filter}`),
];
function markFailedStylesheet(error: unknown): void {
  const href = FAILED_STYLESHEET.exec(error instanceof Error ? error.message : '')?.[1];
  for (const link of findStylesheets()) if (link.href === href) link.dataset['failed'] = '';
}
function reloadStylesheet(link: HTMLLinkElement): Promise<void> {
  const replacement = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: link.href,
    nonce: link.nonce,
  });
  return new Promise((done) => {
    replacement.addEventListener('load', () => done());
    replacement.addEventListener('error', () => {
      replacement.dataset['failed'] = '';
      done();
    });
    link.replaceWith(replacement);
  });
}

type LoadComponent<P> = () => Promise<ComponentType<P>>;
/** `Placeholder`: what stands there until the code came; without it, whatever a `Suspense` above shows. */
function createLazyLoader<P extends object>(
  load: LoadComponent<P>,
  Fallback: ComponentType<P>,
  Placeholder?: ComponentType<P>,
): LazyLoader<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let retrying: Promise<boolean> | undefined;
  let waiters = 0;
  let isLoaded = false;
  const listeners = new Set<() => void>();
  const tryLoad = async () => {
    try {
      return await load();
    } catch (error) {
      markFailedStylesheet(error);
      return undefined;
    }
  };
  const setComponent = (component: ComponentType<P> | undefined) => {
    isLoaded = component !== undefined;
    current = component ?? Fallback;
    for (const listener of listeners) listener();
    return current;
  };
  const loadOnce = () => (loading ??= tryLoad().then(setComponent));
  const createLazyComponent = (): ComponentType<P> => Placeholder ?? lazy(async () => ({ default: await loadOnce() }));
  let current = createLazyComponent();
  const resetIfUnused = () => {
    if (isLoaded || waiters > 0 || retrying !== undefined) return;
    loading = undefined;
    current = createLazyComponent();
  };
  const retryLoad = async () => {
    await Promise.all(findStylesheets('[data-failed]').map(reloadStylesheet));
    const component = await tryLoad();
    retrying = undefined;
    if (component === undefined) {
      resetIfUnused();
      return false;
    }
    loading = Promise.resolve(setComponent(component));
    return true;
  };
  const removeWaiter = () => {
    waiters -= 1;
    // Who is only drawn anew waits again at once.
    void Promise.resolve().then(resetIfUnused);
  };
  return {
    current: () => current,
    load: loadOnce,
    retry: () => (retrying ??= retryLoad()),
    addWaiter: () => {
      waiters += 1;
      return removeWaiter;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      void loadOnce();
      return () => void listeners.delete(listener);
    },
  };
}

interface RetryingProps {
  readonly loader: Pick<LazyLoader<never>, 'retry' | 'addWaiter'>;
  readonly appearance: LoadFailedStyle;
  readonly onClose: (() => void) | undefined;
}
/** Stands where a part is missing and fetches it as soon as it can be had. */
function RetryingFallback({ loader, appearance, onClose }: RetryingProps) {
  const isOnline = useContext(OnlineContext);
  const [retryState, setRetryState] = useState({ up: isOnline, times: 0 });
  const times = retryState.up === isOnline ? retryState.times : 0;
  const delay = isOnline ? RETRY_DELAYS_MS[times] : undefined;
  const [isRetrying, setIsRetrying] = useState(false);
  const retryLoad = async () => {
    setIsRetrying(true);
    if (await loader.retry()) return;
    setIsRetrying(false);
    setRetryState({ up: isOnline, times: times + 1 });
  };
  const retry = useEffectEvent(() => void retryLoad());
  useEffect(() => loader.addWaiter(), [loader]);
  useEffect(() => {
    if (delay === undefined) return;
    const timer = setTimeout(retry, delay);
    return () => clearTimeout(timer);
  }, [delay, isOnline]);
  return (
    <LoadFailed
      {...{ appearance, onClose, isRetrying }}
      isOutdatedBuild={isOnline && delay === undefined}
      onRetry={() => void retryLoad()}
    />
  );
}

/** A part, and the promise of its code for whoever fetches it before it is shown; it settles also when there is none. */
type LazyComponent<P> = FunctionComponent<P> & { readonly load: () => Promise<unknown> };

const findOnClose = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;

type FailureAppearance<P> = LoadFailedStyle | ((props: P) => ReactNode);
function createLazyComponentOf<P extends object>(
  load: LoadComponent<P>,
  appearance: FailureAppearance<P>,
  Placeholder?: ComponentType<P>,
): LazyComponent<P> {
  const FailedComponent = (props: P) => {
    const isCustom = typeof appearance === 'function';
    return (
      <>
        {isCustom && appearance(props)}
        <RetryingFallback loader={loader} appearance={isCustom ? 'none' : appearance} onClose={findOnClose(props)} />
      </>
    );
  };
  const loader = createLazyLoader(load, FailedComponent, Placeholder);
  const LazyRoot = (props: P) => createElement(useSyncExternalStore(loader.subscribe, loader.current), props);
  return Object.assign(LazyRoot, { load: loader.load });
}

/**
 * Makes a part of the page from code that is fetched when it is first shown, below a `Suspense`.
 * @param look What stands in its place while its code cannot be had; a part that can be closed is a dialog then.
 */
export const lazyWithRetry = <P extends object>(
  load: LoadComponent<P>,
  appearance: FailureAppearance<P> = 'note',
): LazyComponent<P> => createLazyComponentOf(load, appearance);

const EmptyPlaceholder = () => null;
/**
 * The same for what stands in many places at once, as a cell of a list does: no place comes before another, since all of them
 * change in one step. It needs no `Suspense`, which lets every place come in its own time.
 * @param Until Stands in every place before.
 */
export const lazyTogether = <P extends object>(
  load: LoadComponent<P>,
  Placeholder: ComponentType<P> = EmptyPlaceholder,
): LazyComponent<P> => createLazyComponentOf(load, 'small', Placeholder);
