/** The routes of the member center. A signed-out person is redirected to the login page, and back after sign-in. */
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { MODULE_PAGE } from '../../common/memberScreens';
import { useApp } from '../shared/app/appContext';
import { useAppSelector } from '../shared/app/createStore';
import { isRetryable } from '../shared/api/faults';
import {
  createLoadingPath,
  NOT_FOUND_PATH,
  FORBIDDEN_PATH,
  readLoadingPath,
  APP_PATHS,
} from '../shared/routing/safeRedirects';
import { selectSessionUser, selectSession } from '../shared/store/session';
import { useSiteName } from '../shared/store/siteSettings';
import { useDocumentTitle } from '../shared/app/useDocumentTitle';
import { ProgressBar } from '../ui/ProgressBar';
import { clearLastSearches, usePath } from './router';
import { findEmbedded, type MemberMenu } from './memberMenu';
import { useCenterQuery } from './memberCenterApi';
import { PermissionGuard } from './layout/PermissionGuard';
import { KeepAliveScreens } from '../shared/controls/KeepAliveScreens';
import { MemberLayout } from './layout/MemberLayout';
import { NotFound, Forbidden, NoScreens } from './screens/ErrorScreens';
import { lazyWithRetry } from '../ui/lazyWithRetry';

const Login = lazyWithRetry(async () => (await import('./screens/login/Login')).Login);
export const SCREENS: Readonly<Record<string, ComponentType>> = {
  [APP_PATHS.member.front]: lazyWithRetry(async () => (await import('./screens/overview/Overview')).Overview),
  [`${APP_PATHS.member.home}/profile`]: lazyWithRetry(async () => (await import('./screens/profile/Profile')).Profile),
  [`${APP_PATHS.member.home}/balance`]: lazyWithRetry(
    async () => (await import('./screens/history/History')).BalanceHistory,
  ),
  [`${APP_PATHS.member.home}/integral`]: lazyWithRetry(
    async () => (await import('./screens/history/History')).PointsHistory,
  ),
  [`${APP_PATHS.member.home}/redeem`]: lazyWithRetry(async () => (await import('./screens/redeem/Redeem')).Redeem),
  [`${APP_PATHS.member.home}/${MODULE_PAGE}`]: lazyWithRetry(
    async () => (await import('./screens/modulePage/ModulePage')).ModulePage,
  ),
  [`${APP_PATHS.member.home}/notices`]: lazyWithRetry(async () => (await import('./screens/notices/Notices')).Notices),
  [`${APP_PATHS.member.home}/changePassword`]: lazyWithRetry(
    async () => (await import('./screens/password/ChangePassword')).ChangePassword,
  ),
};
const EMPTY_MENU = { screens: {} };
const ERROR_SCREENS: Readonly<Record<string, ComponentType>> = {
  [NOT_FOUND_PATH]: NotFound,
  [FORBIDDEN_PATH]: Forbidden,
};
const { home, front, login, loading } = APP_PATHS.member;
const pathOnly = (path: string) => path.split('?')[0] ?? '';
const isScreen = (path: string) => Object.hasOwn(SCREENS, pathOnly(path));
const FramedPage = lazyWithRetry(async () => (await import('./screens/FramedPage')).FramedPage);

/** The address of a screen: a rule may open it at another one. */
export function resolveScreenPath(path: string, { screens }: Pick<MemberMenu, 'screens'>): string {
  const screenName = screens[path];
  return screenName === undefined ? path : `${home}/${screenName}`;
}
const createCanOpen = (menu: MemberMenu | undefined) => (path: string) =>
  isScreen(path) ||
  (menu !== undefined &&
    (isScreen(resolveScreenPath(pathOnly(path), menu)) ||
      findEmbedded(pathOnly(path), menu, window.location.origin) !== undefined));

function Redirect({ path, to }: { readonly path: string; readonly to: string }) {
  const { navigate } = useApp();
  const { t } = useTranslation();
  useDocumentTitle(t(path === loading ? 'console.title.Loading' : 'console.title.User'), useSiteName());
  useEffect(() => navigate(to, true), [navigate, to]);
  return null;
}

interface RouteContext {
  /** Whether there is a screen at the address. */
  readonly canOpen?: (path: string) => boolean;
  /** The first screen of the member. */
  readonly firstPath?: string | undefined;
}
/** The addresses of the other forms on the login screen. */
const SIGN_IN_TABS: Readonly<Record<string, string>> = {
  [`${home}/register`]: 'register',
  [`${home}/retrieve`]: 'retrieve',
};
function signInTabPath(path: string, search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.set('tab', SIGN_IN_TABS[path] ?? 'login');
  return `${login}?${query.toString()}`;
}
/** The redirect target of an address without a screen, through the loading route, which carries the address. */
export function redirectFrom(
  path: string,
  search: URLSearchParams,
  isSignedIn: boolean,
  { canOpen = isScreen, firstPath = front }: RouteContext = {},
): string {
  const query = search.toString();
  const fullPath = query === '' ? path : `${path}?${query}`;
  if (SIGN_IN_TABS[path] !== undefined) return isSignedIn ? loading : signInTabPath(path, search);
  if (!isSignedIn) return path === home || path === loading ? login : `${login}?to=${encodeURIComponent(fullPath)}`;
  if (path === home) return loading;
  if (path !== loading)
    return path.startsWith(`${home}/`) ? createLoadingPath(APP_PATHS.member, path, query) : NOT_FOUND_PATH;
  const remembered = readLoadingPath(APP_PATHS.member, search);
  if (remembered === undefined || remembered === home) return firstPath;
  return canOpen(remembered) ? remembered : NOT_FOUND_PATH;
}

interface RedirectUnknownProps {
  readonly path: string;
  readonly menu: MemberMenu | undefined;
  readonly isLoading: boolean;
  /** The response with the rules was lost; it is refetched. */
  readonly isMenuLost: boolean;
}
/** Opens the first screen of the member's group. */
function RedirectUnknown({ path, menu, isLoading, isMenuLost }: RedirectUnknownProps) {
  const { urlQuery } = useApp();
  const isSignedIn = useAppSelector(selectSession('member')) !== null;
  const canOpen = createCanOpen(menu);
  const firstPath = menu?.entries.find(({ href }) => canOpen(href))?.href;
  const to = redirectFrom(path, urlQuery(), isSignedIn, { canOpen, firstPath });
  // A rule may name another address for a screen and decides which screen is first, so no address is unknown until the rules are loaded.
  if (isLoading && (to === NOT_FOUND_PATH || to === front)) return <ProgressBar isBusy />;
  // The frame shows the missing connection, and opens the live connection.
  if (isMenuLost && to === NOT_FOUND_PATH)
    return (
      <MemberLayout>
        <ProgressBar isBusy />
      </MemberLayout>
    );
  if (to === front && menu !== undefined && !menu.permittedPaths.some((place) => place.to === front))
    return (
      <MemberLayout>
        <NoScreens />
      </MemberLayout>
    );
  return <Redirect path={path} to={to} />;
}

/** Renders the screen of an address; a mounted screen stays after its rule was removed, so that typed text is kept. */
function useStickyScreen(path: string, menu: MemberMenu | undefined): string {
  const screenPath = resolveScreenPath(path, menu ?? EMPTY_MENU);
  const [lastScreen, setLastScreen] = useState({ path, at: screenPath });
  const isMissing = SCREENS[screenPath] === undefined && lastScreen.path === path;
  if (!isMissing && (lastScreen.path !== path || lastScreen.at !== screenPath)) setLastScreen({ path, at: screenPath });
  return isMissing ? lastScreen.at : screenPath;
}

function Screen({ path }: { readonly path: string }) {
  const isSignedIn = useAppSelector(selectSession('member')) !== null;
  const { data: menu, error } = useCenterQuery(undefined, { skip: !isSignedIn || path === login });
  const ScreenComponent = SCREENS[useStickyScreen(path, menu)];
  const embedded = menu && findEmbedded(path, menu, window.location.origin);
  const ErrorScreen = ERROR_SCREENS[path];
  if (path === login) return <Login />;
  if (ErrorScreen) return <ErrorScreen />;
  if (!isSignedIn || (ScreenComponent === undefined && embedded === undefined))
    return (
      <RedirectUnknown
        path={path}
        menu={menu}
        isLoading={isSignedIn && menu === undefined && !error}
        isMenuLost={!menu && isRetryable(error)}
      />
    );
  return (
    <MemberLayout>
      <Suspense fallback={<ProgressBar isBusy />}>
        <KeepAliveScreens path={path} isCached={(address) => menu?.cachedPaths.includes(address) === true}>
          <PermissionGuard key={path} path={path}>
            {embedded ? <FramedPage {...embedded} /> : ScreenComponent && <ScreenComponent />}
          </PermissionGuard>
        </KeepAliveScreens>
      </Suspense>
    </MemberLayout>
  );
}

export function MemberRoutes() {
  const path = usePath();
  const person = useAppSelector(selectSessionUser('member'))?.id;
  useEffect(() => clearLastSearches, [person]);
  return (
    <>
      <ProgressBar isBusy={false} navigationKey={path} />
      <Suspense fallback={<ProgressBar isBusy />}>
        <Screen path={path} />
      </Suspense>
    </>
  );
}
