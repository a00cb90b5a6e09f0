/** Loads and shows the screen of a module. An error in the screen is shown in its place; the rest of the console keeps working. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screenUrl, type ModuleScreen } from '../../../../common/modules/moduleScreens';
import { isObject } from '../../../../common/json';
import { api } from '../../../shared/api/api';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { FONT_FAMILY } from '../../../shared/theme/designTokens';
import { EmptyState } from '../../../ui/EmptyState';
import { NamedIcon } from '../../../ui/NamedIcon';
import { createScreenApi, type ScreenApiDeps, type ScreenProgram } from './screenApi';

const isProgram = (loaded: unknown): loaded is ScreenProgram =>
  isObject(loaded) && typeof loaded['mount'] === 'function';

async function loadProgram(url: string): Promise<ScreenProgram> {
  const loaded: unknown = await import(/* @vite-ignore */ url);
  if (isProgram(loaded)) return loaded;
  throw new Error(`${url} exports no function “mount”`);
}

/** Calls the listener with errors that the program of the URL threw later, in its listeners and promises. */
function watchErrors(url: string, onError: (error: unknown) => void): () => void {
  const isOwn = (error: unknown) => error instanceof Error && (error.stack ?? '').includes(url);
  const onThrown = (event: ErrorEvent) => {
    if (event.filename.endsWith(url) || isOwn(event.error)) onError(event.error);
  };
  const onRejected = (event: PromiseRejectionEvent) => {
    if (isOwn(event.reason)) onError(event.reason);
  };
  window.addEventListener('error', onThrown);
  window.addEventListener('unhandledrejection', onRejected);
  return () => {
    window.removeEventListener('error', onThrown);
    window.removeEventListener('unhandledrejection', onRejected);
  };
}

function useScreenRequest(): ScreenApiDeps['request'] {
  const [request] = api.useRequestMutation();
  return async (call) => {
    const { data, error } = await request({ ...call, isSilent: true, allowsParallel: true });
    if (error !== undefined) throw new Error(isCallFault(error) ? error.msg : 'the request failed');
    return data;
  };
}

/** Mounts the program in the element; returns what removes it. */
function mountProgram(program: ScreenProgram, element: HTMLElement, deps: ScreenApiDeps): () => void {
  const { end, ...screen } = createScreenApi(deps);
  try {
    const unmount = program.mount(element, screen);
    return () => {
      end();
      unmount?.();
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Loads the program and mounts it in the element; returns what removes it. */
function runProgram(
  url: string,
  element: HTMLElement,
  { mount, fail }: { readonly mount: (program: ScreenProgram) => () => void; readonly fail: (error: unknown) => void },
): () => void {
  let unmount: (() => void) | undefined;
  let isGone = false;
  const failWhileShown = (error: unknown) => {
    if (!isGone) fail(error);
  };
  const unwatch = watchErrors(url, failWhileShown);
  loadProgram(url)
    .then((program) => {
      if (!isGone) unmount = mount(program);
    })
    .catch(failWhileShown);
  return () => {
    isGone = true;
    unwatch();
    try {
      unmount?.();
    } catch (error) {
      console.error(error);
    }
    element.replaceChildren();
  };
}

function ScreenFailure({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<NamedIcon name="extension" />}
      title={t('modules.screen.failed')}
      help={reason}
      action={
        <Button variant="contained" onClick={onRetry}>
          {t('modules.screen.retry')}
        </Button>
      }
    />
  );
}

export function ModuleScreenHost({ screen }: { readonly screen: ModuleScreen }) {
  useLazyTranslations();
  const { live } = useApp();
  const locale = useLanguage();
  const { mode, systemMode } = useColorScheme();
  const request = useScreenRequest();
  const container = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ readonly url: string; readonly reason: string }>();
  const [attempt, setAttempt] = useState(0);
  const url = screenUrl(screen);
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  const mount = useEffectEvent((program: ScreenProgram, element: HTMLElement) =>
    mountProgram(program, element, {
      request,
      live,
      locale,
      theme: { mode: isDark ? 'dark' : 'light', fontFamily: FONT_FAMILY },
    }),
  );
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    return runProgram(url, element, {
      mount: (program) => mount(program, element),
      fail: (error) => setFailure({ url, reason: error instanceof Error ? error.message : String(error) }),
    });
  }, [url, locale, attempt]);
  const retry = () => {
    setFailure(undefined);
    setAttempt((before) => before + 1);
  };
  const hasFailed = failure?.url === url;
  return (
    <Box sx={{ height: '100%', overflow: 'auto', p: 5 }}>
      {hasFailed && <ScreenFailure reason={failure.reason} onRetry={retry} />}
      <Box ref={container} sx={{ display: hasFailed ? 'none' : 'block', minHeight: '100%' }} />
    </Box>
  );
}
