/** The member centre's addresses. */
import { createBrowserRouter, Navigate, useSearchParams, type RouteObject } from 'react-router';
import { onwardPath } from '../shared/useSignIn';
import { MemberFrame } from './MemberFrame';

function Onward() {
  const [search] = useSearchParams();
  return <Navigate to={onwardPath(search.get('url'), '/user')} replace />;
}

export const routes: RouteObject[] = [
  { path: '/user/login', lazy: async () => ({ Component: (await import('./screens/Login')).Login }) },
  {
    path: '/user',
    element: <MemberFrame />,
    HydrateFallback: () => null,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./screens/Overview')).Overview }) },
      { path: 'loading', element: <Onward /> },
    ],
  },
  { path: '*', element: <Navigate to="/user" replace /> },
];

export const createRoutes = () => createBrowserRouter(routes);
