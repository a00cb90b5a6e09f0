/** Colours of named choices: states everybody knows have theirs, whatever noun they stand in. */
import type { Tone } from './cells';

const TONES: Readonly<Record<string, Tone>> = {
  ...of(
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
  ...of('warning', 'pending', 'received', 'waiting', 'unhandled', 'following', 'paused', 'expired'),
  ...of('error', 'failed', 'rejected', 'error', 'banned', 'blocked'),
  ...of('info', 'running', 'processing', 'packaging', 'downloading', 'new'),
};
function of(tone: Tone, ...names: readonly string[]): Record<string, Tone> {
  return Object.fromEntries(names.map((name) => [name, tone]));
}
export const toneOf = (name: string): Tone => TONES[name] ?? 'neutral';
