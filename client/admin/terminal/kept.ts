/** What this browser remembers of the terminal (`storeTerminal`): whether something new waits to be seen, and what was looked at last. */
import { asRecord, asText, browserShelves, KEYS, recall, remember } from '../../shared/persist';

export interface Kept {
  readonly showDot: boolean;
  /** Number of the task whose output was shown; empty when none was. */
  readonly task: string;
}
const NOTHING: Kept = { showDot: false, task: '' };

const check = (value: unknown): Kept | undefined => {
  const raw = asRecord(value);
  const task = asText(raw?.['task'], 64);
  return raw && { showDot: raw['showDot'] === true, task: /^[\w-]*$/.test(task) ? task : '' };
};

export const readKept = (): Kept => recall(browserShelves().lasting, KEYS.terminal, check) ?? NOTHING;
export const keep = (part: Partial<Kept>): void =>
  remember(browserShelves().lasting, KEYS.terminal, { ...readKept(), ...part });
