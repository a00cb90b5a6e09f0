/** Sends pages to the preview page in a frame or in a second window, as soon as that is ready. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { PREVIEW_READY, type PreviewMessage } from '../../../common/site/preview';

/** Sends `message` to the window that `findTarget` returns: when the window reports that it is ready, and each later one at once. */
export function usePostPage(findTarget: () => Window | null, message: PreviewMessage | undefined): void {
  const ready = useRef<Window>(null);
  const post = useEffectEvent(() => {
    const target = ready.current;
    if (message && target && target === findTarget()) target.postMessage(message, location.origin);
  });
  const onMessage = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    const target = findTarget();
    if (origin !== location.origin || data !== PREVIEW_READY || target === null || source !== target) return;
    ready.current = target;
    post();
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => onMessage(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => post(), [message]);
}
