/** Detects that the server serves another build than the one of this page. */
import type { App } from '../../../../shared/app/appContext';

const RETRY_MS = 5_000;
/** Path of the entry script, which differs between builds. */
export const findBuild = (html: string): string | undefined => /assets\/admin-[\w-]+\.js/.exec(html)?.[0];

export interface BuildWatcher {
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}
/**
 * Checks the build on every connect, since a restart can be too short to be noticed; failed checks are repeated. `onNewer` runs
 * when the server's build differs from `currentBuild`.
 */
export function createBuildWatcher(
  { live, transport }: Pick<App, 'live' | 'transport'>,
  currentBuild: string | undefined,
  onNewer: () => void,
): BuildWatcher {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async () => {
    clearTimeout(timer);
    try {
      const page = await transport.fetch('/admin/dashboard', { headers: { accept: 'text/html' } });
      if (!page.ok) throw new Error(String(page.status));
      const serverBuild = findBuild(await page.text());
      if (!isStopped && serverBuild !== undefined && serverBuild !== currentBuild) onNewer();
    } catch {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(() => void check(), RETRY_MS);
    }
  };
  const noop = () => undefined;
  const removeListener = live.addPresenceListener({
    onConnected: () => void check(),
    onDisconnected: noop,
    onPresence: noop,
    onHandoverRequest: noop,
  });
  return {
    check,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      removeListener();
    },
  };
}
