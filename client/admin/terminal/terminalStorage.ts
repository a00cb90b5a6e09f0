/** Preferences in the local storage (`storeTerminal`): whether the dot is shown, and the task shown last. */
import { openBrowserStorage, STORAGE_KEYS, readStoredValue, writeValue } from '../../shared/store/storage';
import { asRecord, asString } from '../../../common/json';

export interface TerminalPreferences {
  readonly showDot: boolean;
  /** Uuid of the task whose output was shown last; empty for none. */
  readonly task: string;
}
const DEFAULTS: TerminalPreferences = { showDot: false, task: '' };

const parsePreferences = (value: unknown): TerminalPreferences | undefined => {
  const raw = asRecord(value);
  const task = asString(raw?.['task'], 64);
  return raw && { showDot: raw['showDot'] === true, task: /^[\w-]*$/.test(task) ? task : '' };
};

export const readTerminalPreferences = (): TerminalPreferences =>
  readStoredValue(openBrowserStorage().local, STORAGE_KEYS.terminal, parsePreferences) ?? DEFAULTS;
export const saveTerminalPreferences = (patch: Partial<TerminalPreferences>): void =>
  writeValue(openBrowserStorage().local, STORAGE_KEYS.terminal, { ...readTerminalPreferences(), ...patch });
