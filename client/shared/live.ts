/** Follows one topic while a screen shows it; frames are in the store's entities before the handlers hear of them. */
import { useEffect, useEffectEvent } from 'react';
import type { Cursor, TopicSpec } from '../../common/protocol/live';
import { useApp } from './app';
import type { Watcher } from './topics';

/**
 * `since` is the cursor of the answer the screen was drawn from (`seq`); without it the topic starts now.
 * Wait with `null` until there is an answer. A new `since` starts anew from there.
 */
export function useTopic(spec: TopicSpec | null, since: Cursor | undefined, handlers: Watcher): void {
  const { live } = useApp();
  const onFrame = useEffectEvent<NonNullable<Watcher['onFrame']>>((frame) => handlers.onFrame?.(frame));
  const onReset = useEffectEvent<NonNullable<Watcher['onReset']>>((why) => handlers.onReset?.(why));
  const onRefused = useEffectEvent<NonNullable<Watcher['onRefused']>>((code) => handlers.onRefused?.(code));
  const key = spec === null ? '' : JSON.stringify(spec);
  useEffect(() => {
    if (key === '') return undefined;
    return live.watch(JSON.parse(key) as TopicSpec, since, { onFrame, onReset, onRefused });
  }, [live, key, since]);
}
