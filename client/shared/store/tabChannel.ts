/** Messages between the tabs of one browser that show the same origin. */

export interface TabChannel {
  readonly post: (message: unknown) => void;
  readonly subscribe: (onMessage: (message: unknown) => void) => void;
}
/** Opens the BroadcastChannel; does nothing in a browser without it. */
export const openBrowserChannel = (): TabChannel => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, subscribe: () => undefined };
  const broadcastChannel = new BroadcastChannel('atrium-sessions');
  return {
    post: (message) => broadcastChannel.postMessage(message),
    subscribe: (onMessage) => broadcastChannel.addEventListener('message', ({ data }) => onMessage(data)),
  };
};
