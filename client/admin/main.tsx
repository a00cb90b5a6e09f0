/** The console's entry: one client, the nouns, the routes. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { entities } from '../../common/entities/index';
import { registryOf } from '../../common/entity/registry';
import { locales } from '../../common/locales/index';
import { EngineContext, engineOf } from '../engine/engineContext';
import { Providers } from '../shared/Providers';
import { startClient } from '../shared/startClient';
import { FirstLoad } from '../ui/FirstLoad';
import { overrides } from './overrides/index';
import { createRoutes } from './routes';

const router = createRoutes();
const client = startClient('admin', locales, (path, replace) => void router.navigate(path, { replace }));
const engine = engineOf(registryOf(entities), overrides);
const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
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
