/** The member centre's entry: one client, few routes, larger type. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../shared/Providers';
import { startClient } from '../shared/startClient';
import { FirstLoad } from '../ui/FirstLoad';
import { goTo } from './address';
import { MemberRoutes } from './routes';
import { memberWords } from './words';

const BODY = 15;
const root = document.getElementById('root');

async function show(container: HTMLElement): Promise<void> {
  const client = await startClient('user', memberWords, goTo);
  createRoot(container).render(
    <StrictMode>
      <Providers client={client} body={BODY}>
        <MemberRoutes />
        <FirstLoad />
      </Providers>
    </StrictMode>,
  );
}

if (root) void show(root);
