/** Entry point of the member center. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../shared/startup/Providers';
import { startClient } from '../shared/startup/startClient';
import { SplashScreen } from '../ui/SplashScreen';
import { navigateTo } from './router';
import { MemberRoutes } from './routes';
import { memberTranslations } from './i18n/memberTranslations';

const BODY_FONT_SIZE = 15;
const root = document.getElementById('root');

async function renderApp(container: HTMLElement): Promise<void> {
  const client = await startClient('member', memberTranslations, navigateTo);
  createRoot(container).render(
    <StrictMode>
      <Providers client={client} bodyFontSize={BODY_FONT_SIZE}>
        <MemberRoutes />
        <SplashScreen />
      </Providers>
    </StrictMode>,
  );
}

if (root) void renderApp(root);
