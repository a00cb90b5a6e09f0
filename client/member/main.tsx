/** The member centre's entry: one client, few routes, larger type. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '../shared/Providers';
import { startClient } from '../shared/startClient';
import { createRoutes } from './routes';

const BODY = 15;
const router = createRoutes();
const client = startClient('user', (path) => void router.navigate(path));
const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers client={client} body={BODY}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
