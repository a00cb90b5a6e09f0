/** The English translations of the member center, without the console's, which would slow down the first load. */
import { console as consoleWords } from '../../../common/locales/en/console';
import { devices } from '../../../common/locales/en/devices';
import { faults } from '../../../common/locales/en/faults';
import { connection } from '../../../common/locales/en/connection';
import { member } from '../../../common/locales/en/member';
import { shell } from '../../../common/locales/en/shell';

export const en = {
  console: consoleWords,
  devices,
  faults,
  connection,
  member,
  shell,
} as const;
