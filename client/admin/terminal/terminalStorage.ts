/** What this browser remembers of the terminal (`storeTerminal`): whether something new waits to be seen, and what was looked at last. */
import { openBrowserStorage, STORAGE_KEYS, readValue, writeValue } from '../../shared/store/storage';
import { asRecord, asString } from '../../../common/json';

export interface TerminalPreferences {
  readonly showDot: boolean;
  /** Number of the task whose output was shown; empty when none was. */
  readonly task: string;
}
const DEFAULTS: TerminalPreferences = { showDot: false, task: '' };

const parsePreferences = (value: unknown): TerminalPreferences | undefined => {
  const raw = asRecord(value);
  const task = asString(raw?.['task'], 64);
  return raw && { showDot: raw['showDot'] === true, task: /^[\w-]*$/.test(task) ? task : '' };
};

export const readTerminalPreferences = (): TerminalPreferences =>
  readValue(openBrowserStorage().local, STORAGE_KEYS.terminal, parsePreferences) ?? DEFAULTS;
export const saveTerminalPreferences = (patch: Partial<TerminalPreferences>): void =>
  writeValue(openBrowserStorage().local, STORAGE_KEYS.terminal, { ...readTerminalPreferences(), ...patch });
