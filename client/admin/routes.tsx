/** The console's addresses. Screens arrive when they are first opened. */
import { createBrowserRouter, Navigate, useSearchParams, type RouteObject } from 'react-router';
import { onwardPath } from '../shared/useSignIn';
import { Crash } from './layout/Crash';
import { Frame } from './layout/Frame';
import { Signed } from './layout/Signed';

/** `/admin/loading?url=…` is where old links and guards send people while the menu is on its way. */
function Onward() {
  const [search] = useSearchParams();
  return <Navigate to={onwardPath(search.get('url'), '/admin')} replace />;
}

const inside: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./screens/overview/Overview')).Overview }) },
  { path: 'loading', element: <Onward /> },
  { path: '401', lazy: async () => ({ Component: (await import('./layout/Refused')).NoPower }) },
  { path: ':entity/:record?', lazy: async () => ({ Component: (await import('./screens/records/Records')).Records }) },
  { path: '*', lazy: async () => ({ Component: (await import('./layout/Refused')).Missing }) },
];

export const routes: RouteObject[] = [
  {
    path: '/admin',
    element: <Frame />,
    errorElement: <Crash />,
    HydrateFallback: () => null,
    children: [
      { path: 'login', lazy: async () => ({ Component: (await import('./screens/login/Login')).Login }) },
      { element: <Signed />, errorElement: <Crash />, children: inside },
    ],
  },
  { path: '*', element: <Navigate to="/admin" replace /> },
];

export const createRoutes = () => createBrowserRouter(routes);
