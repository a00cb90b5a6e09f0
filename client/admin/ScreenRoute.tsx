/** Renders the screen of the current path; the menu rules decide which screen a path belongs to. */
import { Suspense, useState, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { AdminScreen } from '../../common/adminScreens';
import { useEngine } from '../engine/engineContext';
import { useBootstrap } from '../shared/api/bootstrap';
import { useAppSelector } from '../shared/app/createStore';
import { selectTabs } from '../shared/store/tabs';
import { createLoadingPath, APP_PATHS } from '../shared/routing/safeRedirects';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { resolveScreen, type ResolvedScreen } from './layout/menu/resolveScreen';

/** Screens that show no entity, by the name a menu rule uses for them. */
export const CUSTOM_SCREENS = {
  dashboard: lazyWithRetry(async () => (await import('./screens/dashboard/Dashboard')).Dashboard),
  profile: lazyWithRetry(async () => (await import('./screens/profile/Profile')).Profile),
  explain: lazyWithRetry(async () => (await import('./screens/explain/Explain')).Explain),
  terminal: lazyWithRetry(async () => (await import('./terminal/TerminalPage')).TerminalPage),
  market: lazyWithRetry(async () => (await import('./screens/market/Market')).Market),
} satisfies Readonly<Record<AdminScreen, ComponentType>>;
const ModuleScreenHost = lazyWithRetry(
  async () => (await import('./screens/module/ModuleScreenHost')).ModuleScreenHost,
);
export const RecordsScreen = lazyWithRetry(async () => (await import('./screens/records/Records')).Records);

const ScreenGone = lazyWithRetry(async () => (await import('./ScreenGone')).ScreenGone);

/** Unknown paths go to the loading route, which keeps the path and its query in its own address; a tab says that its screen is gone. */
function UnknownPath() {
  const { pathname, search } = useLocation();
  const { open } = useAppSelector(selectTabs);
  const [isTab] = useState(() => open.some(({ path }) => path === pathname));
  if (isTab) return <ScreenGone />;
  return <Navigate to={createLoadingPath(APP_PATHS.admin, pathname, search)} replace />;
}

/** New path of the last screen after the path of its rule changed; undefined when the screen has no path any more. */
function useMovedPath(lastScreen: ResolvedScreen | undefined): string | undefined {
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  if (lastScreen === undefined) return undefined;
  const { entity, customScreen, recordId } = lastScreen;
  const current = resolveScreen(`${APP_PATHS.admin.home}/${customScreen ?? entity?.name ?? ''}`, { registry, menus });
  if (current === undefined) return undefined;
  return ('to' in current ? current.to : current.basePath) + (recordId === undefined ? '' : `/${recordId}`);
}

export function ScreenRoute() {
  const { pathname, search } = useLocation();
  const { registry } = useEngine();
  const { menus, entities } = useBootstrap();
  const resolved = resolveScreen(pathname, { registry, menus });
  const [lastScreen, setLastScreen] = useState<ResolvedScreen>();
  const movedPath = useMovedPath(lastScreen);
  if (
    resolved &&
    !('to' in resolved) &&
    (lastScreen?.basePath !== resolved.basePath || lastScreen.recordId !== resolved.recordId)
  )
    setLastScreen(resolved);
  if (resolved && 'to' in resolved) return <Navigate to={resolved.to + search} replace />;
  // Losing the permission for an entity also removes its menu rule. The screen stays mounted so that typed text is not lost.
  const isAccessLost = lastScreen?.entity !== undefined && entities[lastScreen.entity.name] === undefined;
  if (!resolved && movedPath !== undefined && !isAccessLost) return <Navigate to={movedPath + search} replace />;
  const screen = resolved ?? (isAccessLost ? lastScreen : undefined);
  if (screen === undefined)
    return (
      <Suspense fallback={null}>
        <UnknownPath key={pathname} />
      </Suspense>
    );
  const CustomScreen = screen.customScreen && CUSTOM_SCREENS[screen.customScreen];
  return (
    <Suspense fallback={null}>
      {CustomScreen && <CustomScreen />}
      {screen.moduleScreen && <ModuleScreenHost screen={screen.moduleScreen} />}
      {screen.entity && <RecordsScreen entity={screen.entity} record={screen.recordId} />}
    </Suspense>
  );
}
