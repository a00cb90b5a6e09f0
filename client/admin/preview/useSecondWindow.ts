/** The second window of a preview. It closes with the preview, and the preview ends when somebody closes it. */
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { PREVIEW_PATH } from '../../../common/site/preview';

/** Browsers report no event when another window closes. */
const CHECK_INTERVAL_MS = 500;
const HEIGHT = 860;

export interface SecondWindow {
  readonly opened: Window | null;
  /** Returns false when the browser blocked the window. `width`: pixels. */
  readonly open: (width: number) => boolean;
}

/** `isShown`: the preview is in the second window. */
export function useSecondWindow(isShown: boolean, onClosed: () => void): SecondWindow {
  const id = useId();
  const [opened, setOpened] = useState<Window | null>(null);
  const close = useEffectEvent(onClosed);
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(() => {
      if (opened === null || opened.closed) close();
    }, CHECK_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      opened?.close();
    };
  }, [isShown, opened]);
  const open = (width: number) => {
    const next = window.open(PREVIEW_PATH, `preview-${id}`, `popup,width=${width},height=${HEIGHT}`);
    setOpened(next);
    return next !== null;
  };
  return { opened, open };
}
