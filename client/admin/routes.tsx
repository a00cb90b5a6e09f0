/** The console's addresses (specification, point 2). Screens arrive when they are first opened. */
import { Suspense, type ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ADMIN_SCREENS } from '../../common/adminScreens';
import { MISSING, NO_POWER, SIDES } from '../shared/onward';
import { Crash } from './layout/Crash';
import { Frame } from './layout/Frame';
import { Anyhow, Missing, NoPower } from './layout/Refused';
import { Signed } from './layout/Signed';
import { OWN_SCREENS, Place, RecordsScreen } from './Place';
import { Loading } from './screens/loading/Loading';
import { lazyPart } from '../ui/lazyPart';

/** Its code is fetched before one goes there; where it cannot be had, the screen says so and comes with the line. */
function screen(load: () => Promise<ComponentType>) {
  const Part = lazyPart(load);
  const Component = () => (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
  return async () => {
    await Part.arrive();
    return { Component };
  };
}

/** Marks the screens that get a page tab. */
const TAB = { tab: true };

/** What stands there is decided by the menu rules; its code is fetched before one goes there. */
const place = (path: string, { arrive }: { readonly arrive: () => Promise<unknown> }): RouteObject => ({
  path,
  handle: TAB,
  lazy: async () => {
    await arrive();
    return { Component: Place };
  },
});

const inside: RouteObject[] = [
  { index: true, element: <Navigate to={SIDES.admin.loading} replace /> },
  { path: 'loading', element: <Loading /> },
  ...ADMIN_SCREENS.map((name) => place(name, OWN_SCREENS[name])),
  {
    path: 'iframe/:url',
    handle: TAB,
    lazy: screen(async () => (await import('./screens/embed/Embedded')).Embedded),
  },
  place('*', RecordsScreen),
];

export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <Crash />,
    HydrateFallback: () => null,
    children: [
      { path: SIDES.admin.login, lazy: screen(async () => (await import('./screens/login/Login')).Login) },
      {
        path: `${SIDES.admin.home}/wall`,
        lazy: screen(async () => (await import('./wall/WallPage')).WallPage),
      },
      { path: SIDES.admin.home, element: <Signed />, errorElement: <Crash />, children: inside },
      {
        element: <Anyhow />,
        children: [
          { path: MISSING, element: <Missing /> },
          { path: NO_POWER, element: <NoPower /> },
        ],
      },
      { path: '*', element: <Navigate to={MISSING} replace /> },
    ],
  },
];

export const createRoutes = () => createBrowserRouter(routes);
