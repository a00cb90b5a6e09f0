/** Follows one topic while a screen shows it; frames are in the store's entities before the handlers hear of them. */
import { useEffect, useEffectEvent } from 'react';
import type { Cursor, TopicSpec } from '../../../common/protocol/liveEvents';
import { useApp } from './appContext';
import type { TopicHandlers } from '../live/topics';

/**
 * `since` is the cursor (`seq`) of the answer the screen was drawn from; without it the topic starts now. Wait with `null` until
 * there is an answer. `answeredAt` tells answers apart that carry the same cursor (`fulfilledTimeStamp`): each new one starts anew
 * from its cursor, which is also how a screen goes on after `onReset`.
 */
export function useTopic(
  spec: TopicSpec | null,
  since: Cursor | undefined,
  handlers: TopicHandlers,
  answeredAt?: number,
): void {
  const { live } = useApp();
  const onFrame = useEffectEvent<NonNullable<TopicHandlers['onFrame']>>((frame) => handlers.onFrame?.(frame));
  const onReset = useEffectEvent<NonNullable<TopicHandlers['onReset']>>((reason) => handlers.onReset?.(reason));
  const onRefused = useEffectEvent<NonNullable<TopicHandlers['onRefused']>>((code) => handlers.onRefused?.(code));
  const key = spec === null ? '' : JSON.stringify(spec);
  useEffect(() => {
    if (key === '') return undefined;
    // The text of the spec is what identifies it; the object may be new on every render.
    return live.subscribe(JSON.parse(key) as TopicSpec, since, { onFrame, onReset, onRefused });
  }, [live, key, since, answeredAt]);
}
