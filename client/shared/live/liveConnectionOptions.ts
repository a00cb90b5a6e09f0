/** Connects the live connection to one client: its tokens, store and toasts. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { api } from '../api/api';
import type { i18n as I18n } from 'i18next';
import type { ApiServices } from '../api/apiServices';
import type { Toasts } from '../toasts/toasts';
import {
  missedListToggled,
  changesReceived,
  changesMissed,
  connectionChanged,
  permissionsChanged,
  serverTickReceived,
  type StateWithConnection,
} from '../store/connectionSlice';
import { columnsHidden, revalidationStarted, framesReceived, unconfirmedRowsDropped } from '../store/entities';
import { isRetryable } from '../api/faults';
import type { LiveConnectionOptions } from './liveConnectionTypes';
import { isMemberCenterClosed, siteUpdated, type StateWithSite } from '../store/siteSettings';
import type { StateWithSession } from '../store/session';
import type { Realm } from '../../../common/realm';

/** The part of the store that the connection uses. */
interface BridgeStore {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly getState: () => StateWithSession &
    StateWithConnection &
    StateWithSite &
    Readonly<Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>>;
}
interface BridgeServices extends Pick<ApiServices, 'transport' | 'refreshTokens'> {
  readonly toasts: Toasts;
  readonly i18n: I18n;
}
interface BridgeOptions {
  readonly realm: Realm;
  readonly origin: string;
  /** Default: what the browser reports. */
  readonly isHidden?: () => boolean;
  readonly isOnline?: () => boolean;
}

/** The toast of a notice follows the notice within this time. */
const NOTICE_GRACE_MS = 800;
const REVALIDATE_POLL_MS = 2_000;
const MAX_REVALIDATE_POLL_MS = 64_000;
/** All queries that put rows into the store, and the bootstrap, provide one of these tags, so that they can be refetched. */
const REVALIDATED_TAGS = ['Bootstrap', 'Rows'] as const;
type RevalidatedTag = (typeof REVALIDATED_TAGS)[number];

/** `pending`: some query is running. `lost`: the response of a query with one of the tags was lost. */
function getQueryProgress(
  store: BridgeStore,
  tags: readonly RevalidatedTag[],
): { readonly pending: boolean; readonly lost: boolean } {
  const state = store.getState();
  const { queries } = state[api.reducerPath];
  const invalidated = api.util.selectInvalidatedBy(state, tags).map(({ queryCacheKey }) => queries[queryCacheKey]);
  return {
    pending: Object.values(queries).some((query) => query?.status === QueryStatus.pending),
    lost: invalidated.some((query) => query?.status === QueryStatus.rejected && isRetryable(query.error)),
  };
}

/**
 * Refetches the queries of the tags until all of them got a response, with growing pauses: the server announces a change only once, and
 * the connection may break before the responses arrive.
 */
function refetchUntilAnswered(store: BridgeStore, tags: readonly RevalidatedTag[], onAnswered: () => void): void {
  const refetch = () => store.dispatch(api.util.invalidateTags([...tags]));
  refetch();
  const poll = (delay: number) => {
    const { pending, lost } = getQueryProgress(store, tags);
    if (lost && store.getState().connection.status === 'live') refetch();
    if (lost || pending) setTimeout(poll, delay, lost ? Math.min(2 * delay, MAX_REVALIDATE_POLL_MS) : delay);
    else onAnswered();
  };
  setTimeout(poll, REVALIDATE_POLL_MS, REVALIDATE_POLL_MS);
}

/** Refetches the shown data, then drops every row that no response contained. */
function revalidateEntities(store: BridgeStore): void {
  store.dispatch(revalidationStarted());
  refetchUntilAnswered(store, REVALIDATED_TAGS, () => void store.dispatch(unconfirmedRowsDropped()));
}

/** Records the delay of live changes; changes that are caught up do not count. */
function recordDelay(store: BridgeStore, at: number | undefined): void {
  const { status }: StateWithConnection['connection'] = store.getState().connection;
  if (status === 'live' && at !== undefined) store.dispatch(changesReceived({ now: Date.now(), at }));
}

/** Runs `show` unless a notice already informs the member of the change. */
function showUnlessNotified({ toasts }: Pick<BridgeServices, 'toasts'>, show: () => void): void {
  const hasNoticeToast = () => toasts.list().some(({ key }) => key?.startsWith('notice'));
  setTimeout(() => {
    if (!hasNoticeToast()) show();
  }, NOTICE_GRACE_MS);
}

export function createLiveConnectionOptions(
  store: BridgeStore,
  getServices: () => BridgeServices,
  options: BridgeOptions,
): LiveConnectionOptions {
  const { realm, origin } = options;
  const show = (text: string, label?: string, run?: () => void) =>
    getServices().toasts.show('info', text, label !== undefined && run ? { label, run } : undefined, 'link');
  return {
    url: `${origin}${realm === 'admin' ? '/admin' : '/member'}`,
    token: () => store.getState().session[realm]?.person.token,
    lang: () => getServices().transport.headers()['think-lang'] ?? '',
    refreshTokens: (failedToken) => getServices().refreshTokens(realm, failedToken),
    onFrames: (frames) => {
      store.dispatch(framesReceived(frames));
      recordDelay(store, frames.at(-1)?.c.at(-1)?.at);
    },
    onColumnsHidden: (e, columns) => void store.dispatch(columnsHidden({ e, columns })),
    onStatus: (status, since) => void store.dispatch(connectionChanged({ status, since })),
    onServerTick: (now, at) => void store.dispatch(serverTickReceived({ now, at })),
    onPermissionsChanged: (by) => {
      // A closed member center serves no request: the shown data stays until it opens again.
      if (realm === 'member' && isMemberCenterClosed(store.getState())) return;
      store.dispatch(permissionsChanged(by ?? null));
      revalidateEntities(store);
    },
    onMenuChanged: () => {
      if (realm === 'member' && isMemberCenterClosed(store.getState())) return;
      // The permissions are unchanged, so rows are not refetched and lists keep their order.
      refetchUntilAnswered(store, ['Bootstrap'], () => undefined);
    },
    onSiteChanged: (notice) => void store.dispatch(siteUpdated(notice)),
    onTagChanged: (id) => void store.dispatch(api.util.invalidateTags([{ type: 'Rows', id }])),
    onMissed: (count, newest) => void store.dispatch(changesMissed({ count, newest })),
    onOutdated: () => {
      const { i18n } = getServices();
      const reload = { label: i18n.t('connection.reload'), run: () => window.location.reload() };
      // `[]`: the toast stays until it is closed.
      getServices().toasts.show('info', i18n.t('connection.newer'), reload, 'build', []);
    },
    onCaughtUp: (changes, maxPerEntity) => {
      const { i18n } = getServices();
      if (changes === 0) return;
      // One booking changes the record, an entry and a notice: members see it as one change.
      const text = i18n.t('connection.back', { count: realm === 'admin' ? changes : maxPerEntity });
      if (realm === 'admin') show(text, i18n.t('connection.show'), () => store.dispatch(missedListToggled(true)));
      else showUnlessNotified(getServices(), () => show(text));
    },
    isHidden: options.isHidden ?? (() => document.visibilityState === 'hidden'),
    isOnline: options.isOnline ?? (() => navigator.onLine),
  };
}
