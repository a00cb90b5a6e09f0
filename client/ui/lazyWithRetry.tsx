/**
 * Lazy components (`React.lazy`): the chunk of each is loaded when it is first shown. While a chunk cannot be loaded (offline, or replaced
 * by a deploy), an error message takes the component's place, and the load is retried; the components around it stay.
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

/** Whether the last request reached the server. */
export const OnlineContext = createContext(true);

/** Delays of the automatic retries after the connection was restored or a load failed; later retries need a click. */
const RETRY_DELAYS_MS = [300, 2_000, 5_000] as const;

interface LazyLoader<P> {
  /** The rendered element: the component, its placeholder, or the error message. */
  readonly current: () => ComponentType<P>;
  /** Settles when the code was loaded or the load failed. */
  readonly load: () => Promise<unknown>;
  /** Loads again; resolves with false when that fails too. */
  readonly retry: () => Promise<boolean>;
  /** Starts the load. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Registers a rendered error message; returns its removal. Without one, the next use starts a new load. */
  readonly addWaiter: () => () => void;
}

/** Vite's error of a stylesheet that failed to load. Vite never loads it again, so this file does. */
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
/** Resolves with undefined when the load fails. */
async function tryLoad<P>(load: LoadComponent<P>): Promise<ComponentType<P> | undefined> {
  try {
    return await load();
  } catch (error) {
    markFailedStylesheet(error);
    return undefined;
  }
}

/** `Placeholder` is rendered until the code is loaded; without it, the nearest `Suspense` shows its fallback. */
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
  const setComponent = (component: ComponentType<P> | undefined) => {
    isLoaded = component !== undefined;
    current = component ?? Fallback;
    for (const listener of listeners) listener();
    return current;
  };
  const loadOnce = () => (loading ??= tryLoad(load).then(setComponent));
  const createLazyComponent = (): ComponentType<P> => Placeholder ?? lazy(async () => ({ default: await loadOnce() }));
  let current = createLazyComponent();
  const resetIfUnused = () => {
    if (isLoaded || waiters > 0 || retrying !== undefined) return;
    loading = undefined;
    current = createLazyComponent();
  };
  const retryLoad = async () => {
    await Promise.all(findStylesheets('[data-failed]').map(reloadStylesheet));
    const component = await tryLoad(load);
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
    // Later: a component that only renders again registers again in this turn.
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
/** Shows that the component is missing, and retries its load. */
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
      appearance={appearance}
      onClose={onClose}
      isRetrying={isRetrying}
      isOutdatedBuild={isOnline && delay === undefined}
      onRetry={() => void retryLoad()}
    />
  );
}

/** A component with a `load` that fetches its code early; its promise never rejects. */
export type LazyComponent<P> = FunctionComponent<P> & { readonly load: () => Promise<unknown> };

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
 * Creates a component whose code is loaded when it is first shown, below a `Suspense`.
 * @param appearance The fallback while the code cannot be loaded; for a component with `onClose`, a dialog.
 */
export const lazyWithRetry = <P extends object>(
  load: LoadComponent<P>,
  appearance: FailureAppearance<P> = 'note',
): LazyComponent<P> => createLazyComponentOf(load, appearance);

const EmptyPlaceholder = () => null;
/**
 * The same for a component that is shown in many places at once, such as a cell of a list: all places change in one step. It needs
 * no `Suspense`, which would reveal each place at its own time.
 * @param Placeholder Rendered in every place before.
 */
export const lazyWithoutSuspense = <P extends object>(
  load: LoadComponent<P>,
  Placeholder: ComponentType<P> = EmptyPlaceholder,
): LazyComponent<P> => createLazyComponentOf(load, 'small', Placeholder);
