/** The member centre's addresses. Whoever is not signed in is sent to sign in, and back afterwards. */
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useApp } from '../shared/app';
import { useAppSelector } from '../shared/createStore';
import { selectSigned } from '../shared/session';
import { onwardPath } from '../shared/useSignIn';
import { ProgressBar } from '../ui/ProgressBar';
import { usePath } from './address';
import { MemberFrame } from './MemberFrame';

const arriving = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const Login = arriving(async () => (await import('./screens/login/Login')).Login);
const SCREENS: Readonly<Record<string, ComponentType>> = {
  '/user': arriving(async () => (await import('./screens/overview/Overview')).Overview),
};
const LOGIN = '/user/login';

function Elsewhere({ to }: { readonly to: string }) {
  const { go } = useApp();
  useEffect(() => go(to, true), [go, to]);
  return null;
}

function Screen() {
  const path = usePath();
  const { query } = useApp();
  const signed = useAppSelector(selectSigned('user')) !== null;
  const Known = SCREENS[path];
  if (path === LOGIN) return <Login />;
  if (!signed) return <Elsewhere to={path === '/user' ? LOGIN : `${LOGIN}?to=${encodeURIComponent(path)}`} />;
  // Old links and guards lead to `/user/loading?url=…`.
  if (Known === undefined) return <Elsewhere to={onwardPath(query().get('url'), '/user')} />;
  return (
    <MemberFrame>
      <Suspense fallback={<ProgressBar busy />}>
        <Known />
      </Suspense>
    </MemberFrame>
  );
}

export function MemberRoutes() {
  return (
    <Suspense fallback={<ProgressBar busy />}>
      <Screen />
    </Suspense>
  );
}
