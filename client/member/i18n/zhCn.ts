/** The Chinese translations of the member center, without the console's, which would slow down the first load. */
import { console as consoleWords } from '../../../common/locales/zh-cn/console';
import { devices } from '../../../common/locales/zh-cn/devices';
import { faults } from '../../../common/locales/zh-cn/faults';
import { connection } from '../../../common/locales/zh-cn/connection';
import { member } from '../../../common/locales/zh-cn/member';
import { shell } from '../../../common/locales/zh-cn/shell';

export const zhCn = {
  console: consoleWords,
  devices,
  faults,
  connection,
  member,
  shell,
} as const;
