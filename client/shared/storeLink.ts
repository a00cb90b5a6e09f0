/** What the live connection is handed of one running client: its tokens, its store, its words. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { api } from './api';
import type { App } from './app';
import {
  awayShown,
  changesHeard,
  changesMissed,
  connectionChanged,
  rightsChanged,
  serverHeard,
  type ConnectionHolder,
} from './connection';
import { columnsHidden, doubtsBegan, framesArrived, sweptUnheard } from './entities';
import { isLost } from './faults';
import type { LinkParts } from './link';
import { isClosed, siteShown, type SiteHolder } from './site';
import type { Realm, SessionHolder } from './session';

/** As much of the store as the connection needs. */
interface Store {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly getState: () => SessionHolder &
    ConnectionHolder &
    SiteHolder &
    Readonly<Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>>;
}
interface Side {
  readonly realm: Realm;
  readonly origin: string;
  /** The browser's own unless somebody else plays it. */
  readonly isHidden?: () => boolean;
  readonly isOnline?: () => boolean;
}

/** Notices are told a moment after they came. */
const NOTICED_MS = 800;
const SWEEP_MS = 2_000;
const LONGEST_MS = 64_000;
/** Whatever feeds the store, and what says who one is, carries one of these: only what is asked again can be heard again. */
const DOUBTED = ['Bootstrap', 'Rows'] as const;
type Doubted = (typeof DOUBTED)[number];

/** Whether some answer is on its way, and whether one of those that count was lost. */
function standOf(store: Store, tags: readonly Doubted[]): { readonly pending: boolean; readonly lost: boolean } {
  const state = store.getState();
  const { queries } = state[api.reducerPath];
  const doubted = api.util.selectInvalidatedBy(state, tags).map(({ queryCacheKey }) => queries[queryCacheKey]);
  return {
    pending: Object.values(queries).some((query) => query?.status === QueryStatus.pending),
    lost: doubted.some((query) => query?.status === QueryStatus.rejected && isLost(query.error)),
  };
}

/**
 * The server says once that something changed: where the line breaks again before the answers arrived, they are asked for until
 * they do, after ever longer pauses.
 */
function askUntilHeard(store: Store, tags: readonly Doubted[], heard: () => void): void {
  const askAnew = () => store.dispatch(api.util.invalidateTags([...tags]));
  askAnew();
  const look = (pause: number) => {
    const { pending, lost } = standOf(store, tags);
    if (lost && store.getState().connection.status === 'live') askAnew();
    if (lost || pending) setTimeout(look, pause, lost ? Math.min(2 * pause, LONGEST_MS) : pause);
    else heard();
  };
  setTimeout(look, SWEEP_MS, SWEEP_MS);
}

/** Asks again for what is shown, then forgets every row that was not among the answers. */
function judgeAnew(store: Store): void {
  store.dispatch(doubtsBegan());
  askUntilHeard(store, DOUBTED, () => void store.dispatch(sweptUnheard()));
}

/** The delay of what arrives as it happens; what is caught up says nothing about it. */
function noteDelay(store: Store, at: number | undefined): void {
  const { status }: ConnectionHolder['connection'] = store.getState().connection;
  if (status === 'live' && at !== undefined) store.dispatch(changesHeard({ now: Date.now(), at }));
}

/** Members see their own few rows anyway: what a notice says of them is not said twice. */
function tellUnlessNoticed({ toasts }: Pick<App, 'toasts'>, tell: () => void): void {
  const isNoticed = () => toasts.list().some(({ key }) => key?.startsWith('notice'));
  setTimeout(() => {
    if (!isNoticed()) tell();
  }, NOTICED_MS);
}

export function linkParts(store: Store, app: () => App, side: Side): LinkParts {
  const { realm, origin } = side;
  const tell = (text: string, label?: string, run?: () => void) =>
    app().toasts.show('info', text, label !== undefined && run ? { label, run } : undefined, 'link');
  return {
    url: `${origin}${realm === 'admin' ? '/admin' : '/member'}`,
    token: () => store.getState().session[realm]?.person.token,
    lang: () => app().transport.headers()['think-lang'] ?? '',
    renew: (failed) => app().renew(realm, failed),
    onFrames: (frames) => {
      store.dispatch(framesArrived(frames));
      noteDelay(store, frames.at(-1)?.c.at(-1)?.at);
    },
    onHidden: (e, columns) => void store.dispatch(columnsHidden({ e, columns })),
    onStatus: (status, since) => void store.dispatch(connectionChanged({ status, since })),
    onHeard: (now, at) => void store.dispatch(serverHeard({ now, at })),
    onAuthz: (by) => {
      // A closed centre answers nobody: what was on the screen waits for it to open again.
      if (realm === 'user' && isClosed(store.getState())) return;
      store.dispatch(rightsChanged(by ?? null));
      judgeAnew(store);
    },
    onMenu: () => {
      if (realm === 'user' && isClosed(store.getState())) return;
      // Who may see which rows is as before: lists keep their order under the hand.
      askUntilHeard(store, ['Bootstrap'], () => undefined);
    },
    onSite: (notice) => void store.dispatch(siteShown(notice)),
    onViews: (e) => void store.dispatch(api.util.invalidateTags([{ type: 'Rows', id: `${e}/views` }])),
    onMissed: (count, newest) => void store.dispatch(changesMissed({ count, newest })),
    onOutdated: () => {
      const { i18n } = app();
      const reload = { label: i18n.t('link.reload'), run: () => window.location.reload() };
      // It holds until somebody who is away now has seen it, and whatever else the line tells.
      app().toasts.show('info', i18n.t('link.newer'), reload, 'build', []);
    },
    onReturn: (changes, most) => {
      const { i18n } = app();
      if (changes === 0) return;
      // One booking is a change of the record, an entry and a notice: a member is told of one.
      const text = i18n.t('link.back', { count: realm === 'admin' ? changes : most });
      if (realm === 'admin') tell(text, i18n.t('link.show'), () => store.dispatch(awayShown(true)));
      else tellUnlessNoticed(app(), () => tell(text));
    },
    isHidden: side.isHidden ?? (() => document.visibilityState === 'hidden'),
    isOnline: side.isOnline ?? (() => navigator.onLine),
  };
}
