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
const client = startClient('user', memberWords, goTo);
const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers client={client} body={BODY}>
        <MemberRoutes />
        <FirstLoad />
      </Providers>
    </StrictMode>,
  );
}
