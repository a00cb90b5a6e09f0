/** The member centre's addresses (specification, point 2). Whoever is not signed in is sent to sign in, and back afterwards. */
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../shared/app';
import { useAppSelector } from '../shared/createStore';
import { loadingPath, MISSING, NO_POWER, rememberedPath, SIDES } from '../shared/onward';
import { selectSigned } from '../shared/session';
import { useSiteName } from '../shared/site';
import { useTitle } from '../shared/useTitle';
import { ProgressBar } from '../ui/ProgressBar';
import { usePath } from './address';
import { useCentreQuery } from './centreApi';
import { Permitted } from './frame/Permitted';
import { MemberFrame } from './MemberFrame';
import { Missing, NoPower } from './screens/Refused';

const arriving = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const Login = arriving(async () => (await import('./screens/login/Login')).Login);
export const SCREENS: Readonly<Record<string, ComponentType>> = {
  [SIDES.user.front]: arriving(async () => (await import('./screens/overview/Overview')).Overview),
  [`${SIDES.user.home}/profile`]: arriving(async () => (await import('./screens/profile/Profile')).Profile),
  [`${SIDES.user.home}/balance`]: arriving(async () => (await import('./screens/history/History')).BalanceHistory),
  [`${SIDES.user.home}/integral`]: arriving(async () => (await import('./screens/history/History')).PointsHistory),
  [`${SIDES.user.home}/changePassword`]: arriving(async () => (await import('./screens/password/Password')).Password),
};
const REFUSED: Readonly<Record<string, ComponentType>> = { [MISSING]: Missing, [NO_POWER]: NoPower };
const { home, front, login, loading } = SIDES.user;
const isScreen = (path: string) => Object.hasOwn(SCREENS, path.split('?')[0] ?? '');

function Elsewhere({ path, to }: { readonly path: string; readonly to: string }) {
  const { go } = useApp();
  const { t } = useTranslation();
  useTitle(t(path === loading ? 'console.title.Loading' : 'console.title.User'), useSiteName());
  useEffect(() => go(to, true), [go, to]);
  return null;
}

/** Where an address that is no screen leads; by way of the loading route, which remembers it. `first`: the first screen one has. */
export function onwardFrom(path: string, search: URLSearchParams, signed: boolean, first = front): string {
  if (!signed) return path === home || path === loading ? login : `${login}?to=${encodeURIComponent(path)}`;
  if (path === home) return loading;
  if (path !== loading) return path.startsWith(`${home}/`) ? loadingPath(SIDES.user, path, search.toString()) : MISSING;
  const wanted = rememberedPath(SIDES.user, search);
  if (wanted === undefined || wanted === home) return first;
  return isScreen(wanted) ? wanted : MISSING;
}

/** Whoever comes without an address lands on the first screen its group has. */
function Onward({ path, signed }: { readonly path: string; readonly signed: boolean }) {
  const { query } = useApp();
  const { data, isLoading } = useCentreQuery(undefined, { skip: !signed || path !== loading });
  const first = data?.entries.find(({ to }) => isScreen(to))?.to;
  return isLoading ? null : <Elsewhere path={path} to={onwardFrom(path, query(), signed, first)} />;
}

function Screen({ path }: { readonly path: string }) {
  const signed = useAppSelector(selectSigned('user')) !== null;
  const Known = SCREENS[path];
  const Refusal = REFUSED[path];
  if (path === login) return <Login />;
  if (Refusal) return <Refusal />;
  if (!signed || Known === undefined) return <Onward {...{ path, signed }} />;
  return (
    <MemberFrame>
      <Suspense fallback={<ProgressBar busy />}>
        <Permitted path={path}>
          <Known />
        </Permitted>
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
