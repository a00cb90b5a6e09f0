/** The console's entry: one client, the nouns, the routes. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { entities } from '../../common/entities/index';
import { registryOf } from '../../common/entity/registry';
import { EngineContext, engineOf } from '../engine/engineContext';
import { Providers } from '../shared/Providers';
import { browserShelves } from '../shared/persist';
import { startClient } from '../shared/startClient';
import { FirstLoad } from '../ui/FirstLoad';
import { overrides } from './overrides/index';
import { createRoutes } from './routes';
import { wallShelves, wallToken } from './wall/wallLink';
import { consoleWords } from './words';

const router = createRoutes();
const engine = engineOf(registryOf(entities), overrides);
const root = document.getElementById('root');

async function show(container: HTMLElement): Promise<void> {
  const token = wallToken();
  // A screen on a wall goes nowhere.
  const go = (path: string, replace: boolean) => {
    if (token === undefined) void router.navigate(path, { replace });
  };
  const shelves = browserShelves();
  const own = token === undefined ? shelves : wallShelves(shelves, token);
  const client = await startClient('admin', consoleWords, go, own);
  createRoot(container).render(
    <StrictMode>
      <Providers client={client}>
        <EngineContext value={engine}>
          <RouterProvider router={router} />
        </EngineContext>
        <FirstLoad />
      </Providers>
    </StrictMode>,
  );
}

if (root) void show(root);
