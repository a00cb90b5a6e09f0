/** Waits for the first live connection of the page, so that a text that is shown before it joins its shared draft later. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useApp } from '../../../shared/app/appContext';

interface EditedText {
  /** The id of the editor. */
  readonly id: string;
  readonly html: string;
  /** The stored text. */
  readonly stored: string;
}
/**
 * Whether the first connection of the page is still missing. Ends with the connection, unless the text has the focus or was changed: then it
 * is edited alone until it is left unchanged.
 */
export function useWaitsForSocket({ id, html, stored }: EditedText): boolean {
  const { live } = useApp();
  const [isWaiting, setIsWaiting] = useState(live.findSocket() === undefined);
  const check = useEffectEvent(() => {
    const isUsed = html !== stored || document.activeElement?.id === id;
    if (live.findSocket() !== undefined && !isUsed) setIsWaiting(false);
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onFocusOut = () => check();
    const removeListener = live.addPresenceListener({
      onConnected: () => check(),
      onDisconnected: () => undefined,
      onPresence: () => undefined,
      onHandoverRequest: () => undefined,
    });
    document.addEventListener('focusout', onFocusOut);
    return () => {
      removeListener();
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [live, isWaiting]);
  // The text may be the stored one again.
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => check());
    return () => clearTimeout(timer);
  }, [isWaiting, html, stored]);
  return isWaiting;
}
