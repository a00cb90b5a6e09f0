/** Colors of common choice names, the same in every entity. */
import type { Tone } from './cells';

const TONES_BY_NAME: Readonly<Record<string, Tone>> = {
  ...tonesFor(
    'success',
    'enabled',
    'active',
    'success',
    'completed',
    'published',
    'paid',
    'installed',
    'online',
    'implemented',
  ),
  ...tonesFor('warning', 'pending', 'received', 'waiting', 'unhandled', 'following', 'paused', 'expired'),
  ...tonesFor('error', 'failed', 'rejected', 'error', 'banned', 'blocked'),
  ...tonesFor('info', 'running', 'processing', 'packaging', 'downloading', 'new'),
};
function tonesFor(tone: Tone, ...names: readonly string[]): Record<string, Tone> {
  return Object.fromEntries(names.map((name) => [name, tone]));
}
export const choiceTone = (name: string): Tone => TONES_BY_NAME[name] ?? 'neutral';
