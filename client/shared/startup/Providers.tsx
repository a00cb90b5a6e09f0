/** The contexts that every screen of both apps needs: store, translations, theme, toasts. */
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { AppContext, type App } from '../app/appContext';
import { type Client } from './createClient';
import { useAppSelector } from '../app/createStore';
import { selectSettings } from '../store/settings';
import { createStyleCache } from '../theme/styleCache';
import { createAppTheme } from '../theme/theme';
import { ToastStack } from '../toasts/ToastStack';
import { OnlineContext } from '../../ui/lazyWithRetry';
import { usePrefetchChunks } from '../prefetch/usePrefetchChunks';
import { useIsOnline } from '../app/useIsOnline';
import { useEntityGc } from './useEntityGc';

function ApplyColorScheme() {
  const { scheme, lang } = useAppSelector(selectSettings);
  const { setMode } = useColorScheme();
  useEffect(() => setMode(scheme), [scheme, setMode]);
  useEffect(() => {
    document.documentElement.lang = lang === 'zh-cn' ? 'zh-CN' : 'en';
  }, [lang]);
  return null;
}

/** Checks the live connection when the tab is hidden or shown, and when the network is lost or restored. */
function useConnectionWake({ app }: Client): void {
  useEffect(() => {
    const { checkConnection } = app.live;
    const events = ['online', 'offline', 'pageshow'] as const;
    document.addEventListener('visibilitychange', checkConnection);
    for (const event of events) window.addEventListener(event, checkConnection);
    return () => {
      document.removeEventListener('visibilitychange', checkConnection);
      for (const event of events) window.removeEventListener(event, checkConnection);
    };
  }, [app]);
}

/** Provides whether the server is reachable, and prefetches chunks while it is. */
function OnlineProvider({ children }: { readonly children: ReactNode }) {
  const isOnline = useIsOnline();
  usePrefetchChunks(isOnline);
  return <OnlineContext value={isOnline}>{children}</OnlineContext>;
}

interface ThemedAppProps {
  readonly app: App;
  readonly bodyFontSize: number;
  readonly children: ReactNode;
}
function ThemedApp({ app, bodyFontSize, children }: ThemedAppProps) {
  const { lang, scheme } = useAppSelector(selectSettings);
  const theme = useMemo(() => createAppTheme(lang, bodyFontSize), [lang, bodyFontSize]);
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null}>
      <CssBaseline enableColorScheme />
      <ApplyColorScheme />
      {children}
      <ToastStack toasts={app.toasts} />
    </ThemeProvider>
  );
}

interface ProvidersProps {
  readonly client: Client;
  /** Size of running text in pixels. */
  readonly bodyFontSize?: number;
  readonly children: ReactNode;
}
export function Providers({ client, bodyFontSize = 14, children }: ProvidersProps) {
  useConnectionWake(client);
  useEntityGc(client);
  const [styleCache] = useState(createStyleCache);
  return (
    <Provider store={client.store}>
      <AppContext value={client.app}>
        <I18nextProvider i18n={client.app.i18n}>
          <CacheProvider value={styleCache}>
            <OnlineProvider>
              <ThemedApp app={client.app} bodyFontSize={bodyFontSize}>
                {children}
              </ThemedApp>
            </OnlineProvider>
          </CacheProvider>
        </I18nextProvider>
      </AppContext>
    </Provider>
  );
}
