/** The member centre's addresses (specification, point 2). Whoever is not signed in is sent to sign in, and back afterwards. */
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useApp } from '../shared/app';
import { useAppSelector } from '../shared/createStore';
import { loadingPath, MISSING, NO_POWER, rememberedPath, SIDES } from '../shared/onward';
import { selectSigned } from '../shared/session';
import { ProgressBar } from '../ui/ProgressBar';
import { usePath } from './address';
import { MemberFrame } from './MemberFrame';
import { Missing, NoPower } from './screens/Refused';

const arriving = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const Login = arriving(async () => (await import('./screens/login/Login')).Login);
const SCREENS: Readonly<Record<string, ComponentType>> = {
  [SIDES.user.front]: arriving(async () => (await import('./screens/overview/Overview')).Overview),
};
const REFUSED: Readonly<Record<string, ComponentType>> = { [MISSING]: Missing, [NO_POWER]: NoPower };
const { home, front, login, loading } = SIDES.user;
const isScreen = (path: string) => Object.hasOwn(SCREENS, path.split('?')[0] ?? '');

function Elsewhere({ to }: { readonly to: string }) {
  const { go } = useApp();
  useEffect(() => go(to, true), [go, to]);
  return null;
}

/** Where an address that is no screen leads; by way of the loading route, which remembers it. */
export function onwardFrom(path: string, search: URLSearchParams, signed: boolean): string {
  if (!signed) return path === home || path === loading ? login : `${login}?to=${encodeURIComponent(path)}`;
  if (path === home) return loading;
  if (path !== loading) return path.startsWith(`${home}/`) ? loadingPath(SIDES.user, path, search.toString()) : MISSING;
  const wanted = rememberedPath(SIDES.user, search);
  if (wanted === undefined || wanted === home) return front;
  return isScreen(wanted) ? wanted : MISSING;
}

function Screen({ path }: { readonly path: string }) {
  const { query } = useApp();
  const signed = useAppSelector(selectSigned('user')) !== null;
  const Known = SCREENS[path];
  const Refusal = REFUSED[path];
  if (path === login) return <Login />;
  if (Refusal) return <Refusal />;
  if (!signed || Known === undefined) return <Elsewhere to={onwardFrom(path, query(), signed)} />;
  return (
    <MemberFrame>
      <Suspense fallback={<ProgressBar busy />}>
        <Known />
      </Suspense>
    </MemberFrame>
  );
}

export function MemberRoutes() {
  const path = usePath();
  return (
    <>
      <ProgressBar busy={false} run={path} />
      <Suspense fallback={<ProgressBar busy />}>
        <Screen path={path} />
      </Suspense>
    </>
  );
}
