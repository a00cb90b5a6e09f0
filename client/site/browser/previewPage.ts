/** The preview page: shows the pages that the console sends it, in a frame or in a second window. Links do nothing. */
import { PREVIEW_READY, type PreviewMessage } from '../../../common/site/preview';
import { enhanceMenus } from './menus';
import { replacePage } from './replacePage';
import { valueAt } from './jsonRequests';

const isPreview = (message: unknown): message is PreviewMessage => valueAt(message, 'type') === 'atrium:preview';

enhanceMenus();
addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
  const page = document.querySelector<HTMLElement>('#site');
  if (origin !== location.origin || !isPreview(data) || page === null) return;
  document.documentElement.lang = data.lang === 'en' ? 'en' : 'zh-CN';
  replacePage(page, data.page);
});
for (const type of ['click', 'submit'] as const)
  addEventListener(
    type,
    (event) => {
      if (event.target instanceof Element && event.target.closest('a, form')) event.preventDefault();
    },
    { capture: true },
  );
// In a frame the console is the parent, in a second window it is the opener; without either no pages arrive.
const consoleWindow = parent === window ? (opener as Window | null) : parent;
consoleWindow?.postMessage(PREVIEW_READY, location.origin);
