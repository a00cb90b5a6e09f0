/** The member centre's addresses (specification, point 2). Whoever is not signed in is sent to sign in, and back afterwards. */
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../shared/app';
import { useAppSelector } from '../shared/createStore';
import { isLost } from '../shared/faults';
import { loadingPath, MISSING, NO_POWER, rememberedPath, SIDES } from '../shared/onward';
import { selectPerson, selectSigned } from '../shared/session';
import { useSiteName } from '../shared/site';
import { useTitle } from '../shared/useTitle';
import { ProgressBar } from '../ui/ProgressBar';
import { forgetSearches, usePath } from './address';
import { framedAt, type CentreMenu } from './centre';
import { useCentreQuery } from './centreApi';
import { Permitted } from './frame/Permitted';
import { CachedScreens } from '../shared/controls/CachedScreens';
import { MemberFrame } from './MemberFrame';
import { Missing, NoPower, NothingOpen } from './screens/Refused';
import { lazyPart } from '../ui/lazyPart';

const Login = lazyPart(async () => (await import('./screens/login/Login')).Login);
export const SCREENS: Readonly<Record<string, ComponentType>> = {
  [SIDES.user.front]: lazyPart(async () => (await import('./screens/overview/Overview')).Overview),
  [`${SIDES.user.home}/profile`]: lazyPart(async () => (await import('./screens/profile/Profile')).Profile),
  [`${SIDES.user.home}/balance`]: lazyPart(async () => (await import('./screens/history/History')).BalanceHistory),
  [`${SIDES.user.home}/integral`]: lazyPart(async () => (await import('./screens/history/History')).PointsHistory),
  [`${SIDES.user.home}/redeem`]: lazyPart(async () => (await import('./screens/redeem/Redeem')).Redeem),
  [`${SIDES.user.home}/changePassword`]: lazyPart(async () => (await import('./screens/password/Password')).Password),
};
const NO_RULES = { screens: {} };
const REFUSED: Readonly<Record<string, ComponentType>> = { [MISSING]: Missing, [NO_POWER]: NoPower };
const { home, front, login, loading } = SIDES.user;
const bare = (path: string) => path.split('?')[0] ?? '';
const isScreen = (path: string) => Object.hasOwn(SCREENS, bare(path));
const FramedPage = lazyPart(async () => (await import('./screens/Framed')).FramedPage);

/** Under which address of its own a screen stands that opens at one: a rule may give it another. */
export function screenAt(path: string, { screens }: Pick<CentreMenu, 'screens'>): string {
  const named = screens[path];
  return named === undefined ? path : `${home}/${named}`;
}
const opensIn = (menu: CentreMenu | undefined) => (path: string) =>
  isScreen(path) ||
  (menu !== undefined &&
    (isScreen(screenAt(bare(path), menu)) || framedAt(bare(path), menu, window.location.origin) !== undefined));

function Elsewhere({ path, to }: { readonly path: string; readonly to: string }) {
  const { go } = useApp();
  const { t } = useTranslation();
  useTitle(t(path === loading ? 'console.title.Loading' : 'console.title.User'), useSiteName());
  useEffect(() => go(to, true), [go, to]);
  return null;
}

interface Opening {
  /** Whether something stands at an address. */
  readonly opens?: (path: string) => boolean;
  /** The first screen one has. */
  readonly first?: string | undefined;
}
/** The other faces of the sign-in screen have addresses too. */
const FACES: Readonly<Record<string, string>> = { [`${home}/register`]: 'register', [`${home}/retrieve`]: 'retrieve' };
function faceAt(path: string, search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.set('tab', FACES[path] ?? 'login');
  return `${login}?${query.toString()}`;
}
/** Where an address that is no screen leads; by way of the loading route, which remembers it. */
export function onwardFrom(
  path: string,
  search: URLSearchParams,
  signed: boolean,
  { opens = isScreen, first = front }: Opening = {},
): string {
  const query = search.toString();
  const here = query === '' ? path : `${path}?${query}`;
  if (FACES[path] !== undefined) return signed ? loading : faceAt(path, search);
  if (!signed) return path === home || path === loading ? login : `${login}?to=${encodeURIComponent(here)}`;
  if (path === home) return loading;
  if (path !== loading) return path.startsWith(`${home}/`) ? loadingPath(SIDES.user, path, query) : MISSING;
  const wanted = rememberedPath(SIDES.user, search);
  if (wanted === undefined || wanted === home) return first;
  return opens(wanted) ? wanted : MISSING;
}

interface OnwardProps {
  readonly path: string;
  readonly menu: CentreMenu | undefined;
  readonly waits: boolean;
  /** The answer with the rules was lost; it is asked for again. */
  readonly lost: boolean;
}
/** Whoever comes without an address lands on the first screen its group has. */
function Onward({ path, menu, waits, lost }: OnwardProps) {
  const { query } = useApp();
  const signed = useAppSelector(selectSigned('user')) !== null;
  const opens = opensIn(menu);
  const first = menu?.entries.find(({ to }) => opens(to))?.to;
  const to = onwardFrom(path, query(), signed, { opens, first });
  // A rule may open what no screen is called, and says which comes first: until the rules are there nothing is missing.
  if (waits && (to === MISSING || to === front)) return <ProgressBar busy />;
  // The frame shows that there is no connection, and opens one.
  if (lost && to === MISSING)
    return (
      <MemberFrame>
        <ProgressBar busy />
      </MemberFrame>
    );
  if (to === front && menu !== undefined && !menu.places.some((place) => place.to === front))
    return (
      <MemberFrame>
        <NothingOpen />
      </MemberFrame>
    );
  return <Elsewhere path={path} to={to} />;
}

/** Where the screen at an address stands; one that has stood there goes on without its rule, as what was typed in it would go too. */
function useStanding(path: string, menu: CentreMenu | undefined): string {
  const at = screenAt(path, menu ?? NO_RULES);
  const [stood, setStood] = useState({ path, at });
  const isMissing = SCREENS[at] === undefined && stood.path === path;
  if (!isMissing && (stood.path !== path || stood.at !== at)) setStood({ path, at });
  return isMissing ? stood.at : at;
}

function Screen({ path }: { readonly path: string }) {
  const signed = useAppSelector(selectSigned('user')) !== null;
  const { data: menu, error } = useCentreQuery(undefined, { skip: !signed || path === login });
  const Known = SCREENS[useStanding(path, menu)];
  const framed = menu && framedAt(path, menu, window.location.origin);
  const Refusal = REFUSED[path];
  if (path === login) return <Login />;
  if (Refusal) return <Refusal />;
  if (!signed || (Known === undefined && framed === undefined))
    return (
      <Onward path={path} menu={menu} waits={signed && menu === undefined && !error} lost={!menu && isLost(error)} />
    );
  return (
    <MemberFrame>
      <Suspense fallback={<ProgressBar busy />}>
        <CachedScreens path={path} isCached={(one) => menu?.kept.includes(one) === true}>
          <Permitted key={path} path={path}>
            {framed ? <FramedPage {...framed} /> : Known && <Known />}
          </Permitted>
        </CachedScreens>
      </Suspense>
    </MemberFrame>
  );
}

export function MemberRoutes() {
  const path = usePath();
  const person = useAppSelector(selectPerson('user'))?.id;
  useEffect(() => forgetSearches, [person]);
  return (
    <>
      <ProgressBar busy={false} run={path} />
      <Suspense fallback={<ProgressBar busy />}>
        <Screen path={path} />
      </Suspense>
    </>
  );
}
