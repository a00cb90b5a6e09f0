/** Finds out that the server brings another build than this page is of. */
import type { App } from '../../../shared/app/appContext';

const AGAIN_MS = 5_000;
/** The entry a page names; another build has another. */
export const buildIn = (html: string): string | undefined => /assets\/admin-[\w-]+\.js/.exec(html)?.[0];

export interface BuildWatch {
  readonly look: () => Promise<void>;
  readonly end: () => void;
}
/**
 * Looks each time the line comes up, however short the break was: a server may be back before anybody is told it was away.
 * A look that failed is taken again.
 * @param own The build of this page; `onNewer` runs when the server names another.
 */
export function watchBuild(
  { live, transport }: Pick<App, 'live' | 'transport'>,
  own: string | undefined,
  onNewer: () => void,
): BuildWatch {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    clearTimeout(timer);
    try {
      const page = await transport.fetch('/admin/dashboard', { headers: { accept: 'text/html' } });
      if (!page.ok) throw new Error(String(page.status));
      const newest = buildIn(await page.text());
      if (!over && newest !== undefined && newest !== own) onNewer();
    } catch {
      clearTimeout(timer);
      if (!over) timer = setTimeout(() => void look(), AGAIN_MS);
    }
  };
  const nothing = () => undefined;
  const leave = live.addPresenceListener({
    onConnected: () => void look(),
    onDisconnected: nothing,
    onPresence: nothing,
    onHandoverRequest: nothing,
  });
  return {
    look,
    end: () => {
      over = true;
      clearTimeout(timer);
      leave();
    },
  };
}
