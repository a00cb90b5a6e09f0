/** Every screen of the console behind the sign-in: the address and the menu rules decide which one is shown. */
import { Suspense, useState, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { AdminScreen } from '../../common/adminScreens';
import { useEngine } from '../engine/engineContext';
import { useBootstrap } from '../shared/bootstrap';
import { loadingPath, SIDES } from '../shared/onward';
import { lazyPart } from '../ui/lazyPart';
import { openedAt, type OpenedScreen } from './layout/routed';

/** The screens that show no entity, by the names menu rules know them by. */
export const OWN_SCREENS = {
  dashboard: lazyPart(async () => (await import('./screens/dashboard/Dashboard')).Dashboard),
  profile: lazyPart(async () => (await import('./screens/profile/Profile')).Profile),
  explain: lazyPart(async () => (await import('./screens/explain/Explain')).Explain),
  terminal: lazyPart(async () => (await import('./terminal/TerminalPage')).TerminalPage),
} satisfies Readonly<Record<AdminScreen, ComponentType>>;
export const RecordsScreen = lazyPart(async () => (await import('./screens/records/Records')).Records);

/** Any other path goes to the loading route, which remembers it. */
function Unknown() {
  const { pathname, search } = useLocation();
  return <Navigate to={loadingPath(SIDES.admin, pathname, search)} replace />;
}

/** Where the screen that was shown here stands after its rule changed; undefined when it has no address any more. */
function useMoved(shown: OpenedScreen | undefined): string | undefined {
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  if (shown === undefined) return undefined;
  const { entity, own, record } = shown;
  const now = openedAt(`${SIDES.admin.home}/${own ?? entity?.name ?? ''}`, { registry, menus });
  if (now === undefined) return undefined;
  return ('to' in now ? now.to : now.base) + (record === undefined ? '' : `/${record}`);
}

export function Place() {
  const { pathname, search } = useLocation();
  const { registry } = useEngine();
  const { menus, entities } = useBootstrap();
  const opened = openedAt(pathname, { registry, menus });
  const [shown, setShown] = useState<OpenedScreen>();
  const moved = useMoved(shown);
  if (opened && !('to' in opened) && (shown?.base !== opened.base || shown.record !== opened.record)) setShown(opened);
  if (opened && 'to' in opened) return <Navigate to={opened.to + search} replace />;
  // The right to an entity that goes takes the rule away as well. The screen stays and shows what was typed.
  const isWithheld = shown?.entity !== undefined && entities[shown.entity.name] === undefined;
  if (!opened && moved !== undefined && !isWithheld) return <Navigate to={moved + search} replace />;
  const place = opened ?? (isWithheld ? shown : undefined);
  if (place === undefined) return <Unknown />;
  const Own = place.own && OWN_SCREENS[place.own];
  return (
    <Suspense fallback={null}>
      {Own && <Own />}
      {place.entity && <RecordsScreen entity={place.entity} record={place.record} />}
    </Suspense>
  );
}
