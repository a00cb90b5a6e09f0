/** Subscribes to a topic while a screen is mounted; frames are applied to the store before the handlers run. */
import { useEffect, useEffectEvent } from 'react';
import type { Cursor, TopicSpec } from '../../../common/protocol/liveEvents';
import { useApp } from './appContext';
import type { TopicHandlers } from '../live/topics';

/**
 * `spec` is null until there is a response. `since` is the cursor (`seq`) of the response that the screen shows; without it the topic
 * starts now. `fulfilledAt` (`fulfilledTimeStamp`) distinguishes responses with the same cursor: each new response subscribes again from its
 * cursor, which is also how a screen continues after `onReset`.
 */
export function useTopic(
  spec: TopicSpec | null,
  since: Cursor | undefined,
  handlers: TopicHandlers,
  fulfilledAt?: number,
): void {
  const { live } = useApp();
  const onFrame = useEffectEvent<NonNullable<TopicHandlers['onFrame']>>((frame) => handlers.onFrame?.(frame));
  const onReset = useEffectEvent<NonNullable<TopicHandlers['onReset']>>((reason) => handlers.onReset?.(reason));
  const onRefused = useEffectEvent<NonNullable<TopicHandlers['onRefused']>>((code) => handlers.onRefused?.(code));
  const key = spec === null ? '' : JSON.stringify(spec);
  useEffect(() => {
    if (key === '') return undefined;
    // The JSON of the spec identifies it; the object may be new on every render.
    return live.subscribe(JSON.parse(key) as TopicSpec, since, { onFrame, onReset, onRefused });
  }, [live, key, since, fulfilledAt]);
}
