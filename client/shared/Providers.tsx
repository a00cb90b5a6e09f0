/** Everything a screen of either app stands in: store, words, colours, messages. */
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { AppContext } from './app';
import { useAppSelector, type Client } from './createStore';
import { selectSettings } from './settings';
import { createStyleCache } from './styleCache';
import { createAppTheme } from './theme';
import { ToastStack } from './ToastStack';
import { LineContext } from '../ui/lazyPart';
import { useLaterParts } from './useLaterParts';
import { useLineUp } from './useLineUp';
import { useSweeping } from './useSweeping';

function FollowScheme() {
  const { scheme, lang } = useAppSelector(selectSettings);
  const { setMode } = useColorScheme();
  useEffect(() => setMode(scheme), [scheme, setMode]);
  useEffect(() => {
    document.documentElement.lang = lang === 'zh-cn' ? 'zh-CN' : 'en';
  }, [lang]);
  return null;
}

/** Reconnects and tells the server when the tab is hidden, shown, or comes back from the network's dead. */
function useWaking({ app }: Client): void {
  useEffect(() => {
    const { wake } = app.live;
    const events = ['online', 'offline', 'pageshow'] as const;
    document.addEventListener('visibilitychange', wake);
    for (const event of events) window.addEventListener(event, wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      for (const event of events) window.removeEventListener(event, wake);
    };
  }, [app]);
}

/** Says whether the line is up, and has what comes later fetched while it is. */
function Line({ children }: { readonly children: ReactNode }) {
  const up = useLineUp();
  useLaterParts(up);
  return <LineContext value={up}>{children}</LineContext>;
}

function Themed({ body, children }: { readonly body: number; readonly children: ReactNode }) {
  const { lang, scheme } = useAppSelector(selectSettings);
  const theme = useMemo(() => createAppTheme(lang, body), [lang, body]);
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null}>
      <CssBaseline enableColorScheme />
      <FollowScheme />
      {children}
      <ToastStack />
    </ThemeProvider>
  );
}

interface ProvidersProps {
  readonly client: Client;
  /** Size of running text in pixels. */
  readonly body?: number;
  readonly children: ReactNode;
}
export function Providers({ client, body = 14, children }: ProvidersProps) {
  useWaking(client);
  useSweeping(client);
  const [styles] = useState(createStyleCache);
  return (
    <Provider store={client.store}>
      <AppContext value={client.app}>
        <I18nextProvider i18n={client.app.i18n}>
          <CacheProvider value={styles}>
            <Line>
              <Themed body={body}>{children}</Themed>
            </Line>
          </CacheProvider>
        </I18nextProvider>
      </AppContext>
    </Provider>
  );
}
