/** Routes of the console. Screens are loaded when they are first opened. */
import { Suspense, type ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ADMIN_SCREENS } from '../../common/adminScreens';
import { NOT_FOUND_PATH, FORBIDDEN_PATH, APP_PATHS } from '../shared/routing/safeRedirects';
import { ErrorBoundary } from './layout/shell/ErrorBoundary';
import { RootLayout } from './layout/shell/RootLayout';
import { OptionalShell } from './layout/shell/OptionalShell';
import { NotFound, Forbidden } from './ErrorScreens';
import { AuthenticatedShell } from './layout/shell/AuthenticatedShell';
import { CUSTOM_SCREENS, ScreenRoute, RecordsScreen } from './ScreenRoute';
import { Loading } from './screens/loading/Loading';
import { lazyWithRetry } from '../ui/lazyWithRetry';

/** Loads the code before navigating; a screen whose code cannot be loaded shows an error and retries after a reconnect. */
function lazyScreen(load: () => Promise<ComponentType>) {
  const LazyComponent = lazyWithRetry(load);
  const Component = () => (
    <Suspense fallback={null}>
      <LazyComponent />
    </Suspense>
  );
  return async () => {
    await LazyComponent.load();
    return { Component };
  };
}

/** Handle of the routes that get a page tab. */
const TAB_HANDLE = { tab: true };

/** Route whose screen the menu rules decide; its code is loaded before navigating. */
const screenRoute = (path: string, { load }: { readonly load: () => Promise<unknown> }): RouteObject => ({
  path,
  handle: TAB_HANDLE,
  lazy: async () => {
    await load();
    return { Component: ScreenRoute };
  },
});

const protectedRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={APP_PATHS.admin.loading} replace /> },
  { path: 'loading', element: <Loading /> },
  ...ADMIN_SCREENS.map((name) => screenRoute(name, CUSTOM_SCREENS[name])),
  {
    path: 'iframe/:url',
    handle: TAB_HANDLE,
    lazy: lazyScreen(async () => (await import('./screens/embed/Embedded')).Embedded),
  },
  screenRoute('*', RecordsScreen),
];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorBoundary />,
    HydrateFallback: () => null,
    children: [
      { path: APP_PATHS.admin.login, lazy: lazyScreen(async () => (await import('./screens/login/Login')).Login) },
      {
        path: `${APP_PATHS.admin.login}/sso`,
        lazy: lazyScreen(async () => (await import('./singleSignOn/SingleSignOnCallback')).SingleSignOnCallback),
      },
      {
        path: `${APP_PATHS.admin.home}/wall`,
        lazy: lazyScreen(async () => (await import('./kiosk/KioskPage')).KioskPage),
      },
      {
        path: APP_PATHS.admin.home,
        element: <AuthenticatedShell />,
        errorElement: <ErrorBoundary />,
        children: protectedRoutes,
      },
      {
        element: <OptionalShell />,
        children: [
          { path: NOT_FOUND_PATH, element: <NotFound /> },
          { path: FORBIDDEN_PATH, element: <Forbidden /> },
        ],
      },
      { path: '*', element: <Navigate to={NOT_FOUND_PATH} replace /> },
    ],
  },
];

export const createRoutes = () => createBrowserRouter(routes);
