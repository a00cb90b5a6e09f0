/** Entry of the console: creates the client, the engine configuration and the routes. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { staffEntities } from '../../common/entities/staffEntities';
import { createRegistry } from '../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../engine/engineContext';
import { ImportDialogContext, type RenderImportDialog } from '../engine/list/tools/importContext';
import { Providers } from '../shared/startup/Providers';
import { openBrowserStorage } from '../shared/store/storage';
import { startClient } from '../shared/startup/startClient';
import { SplashScreen } from '../ui/SplashScreen';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { preloadIcons } from '../ui/NamedIcon';
import { overrides } from './overrides/index';
import { createRoutes } from './routes';
import { createKioskStorage, readKioskToken } from './kiosk/kioskLink';
import { adminTranslations } from './i18n/adminTranslations';

const ImportDialog = lazyWithRetry(async () => (await import('./import/ImportDialog')).ImportDialog);
const renderImportDialog: RenderImportDialog = (props) => <ImportDialog {...props} />;
const router = createRoutes();
const engine = createEngineConfig(createRegistry(staffEntities), overrides);
const rootElement = document.getElementById('root');

async function renderApp(container: HTMLElement): Promise<void> {
  void preloadIcons();
  const kioskToken = readKioskToken();
  // A kiosk stays on its page.
  const navigate = (path: string, replace: boolean) => {
    if (kioskToken === undefined) void router.navigate(path, { replace });
  };
  const storage = openBrowserStorage();
  const ownStorage = kioskToken === undefined ? storage : createKioskStorage(storage, kioskToken);
  const client = await startClient('admin', adminTranslations, navigate, ownStorage);
  createRoot(container).render(
    <StrictMode>
      <Providers client={client}>
        <EngineContext value={engine}>
          <ImportDialogContext value={renderImportDialog}>
            <RouterProvider router={router} />
          </ImportDialogContext>
        </EngineContext>
        <SplashScreen />
      </Providers>
    </StrictMode>,
  );
}

if (rootElement) void renderApp(rootElement);
