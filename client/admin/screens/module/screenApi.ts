/** API for the screens of modules (plugins): HTTP calls with the permissions of the reader, live changes, language and theme colors. */
import type { LocalizedText } from '../../../../common/modules/review';
import type { Lang } from '../../../../common/lang';
import type { LiveConnection } from '../../../shared/live/liveConnectionTypes';

type RequestValues = Readonly<Record<string, unknown>>;
export interface ScreenApi {
  /** Reads and changes by the routes of the console, `/admin/…`. Rejects with the message of the server. */
  readonly api: {
    readonly get: (path: string, params?: Readonly<Record<string, string>>) => Promise<unknown>;
    readonly post: (path: string, body?: RequestValues) => Promise<unknown>;
  };
  /** The text in the language of the reader. */
  readonly t: (texts: LocalizedText) => string;
  readonly locale: Lang;
  /** The colors are CSS variables such as `--mui-palette-primary-main`, so that they follow the scheme. */
  readonly theme: { readonly mode: 'light' | 'dark'; readonly fontFamily: string };
  /** Calls the listener after rows of the entity changed, as far as the reader may see them; returns the function that ends it. */
  readonly subscribe: (entity: string, onChange: () => void) => () => void;
}

/** The program of a screen. */
export interface ScreenProgram {
  /** Shows the screen in an empty element; returns what removes it. */
  readonly mount: (element: HTMLElement, screen: ScreenApi) => (() => void) | undefined;
}

export interface ScreenApiDeps {
  readonly request: (call: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly params?: Readonly<Record<string, string>>;
    readonly body?: RequestValues;
  }) => Promise<unknown>;
  readonly live: Pick<LiveConnection, 'subscribe'>;
  readonly locale: Lang;
  readonly theme: ScreenApi['theme'];
}

const isConsolePath = (path: string): boolean => path.startsWith('/admin/') && !path.includes('..');

export function createScreenApi({
  request,
  live,
  locale,
  theme,
}: ScreenApiDeps): ScreenApi & { readonly end: () => void } {
  const subscriptions = new Set<() => void>();
  const call = (method: 'GET' | 'POST', url: string, values: object): Promise<unknown> =>
    isConsolePath(url)
      ? request({ method, url, ...values })
      : Promise.reject(new Error(`${url} is no route of the console`));
  return {
    locale,
    theme,
    api: {
      get: (path, params) => call('GET', path, params === undefined ? {} : { params }),
      post: (path, body = {}) => call('POST', path, { body }),
    },
    t: (texts) => texts[locale],
    subscribe: (entity, onChange) => {
      const spec = { k: 'list', e: entity, where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
      const end = live.subscribe(spec, undefined, { onFrame: onChange, onReset: onChange });
      subscriptions.add(end);
      return () => {
        subscriptions.delete(end);
        end();
      };
    },
    end: () => {
      for (const end of subscriptions) end();
      subscriptions.clear();
    },
  };
}
