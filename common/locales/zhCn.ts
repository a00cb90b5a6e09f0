/** All Chinese texts that belong to no entity, with the same keys as the English ones. */
import { adminLayout } from './zh-cn/adminLayout';
import { connection } from './zh-cn/connection';
import { console as consoleTexts } from './zh-cn/console';
import { engine } from './zh-cn/engine';
import { faults } from './zh-cn/faults';
import { history } from './zh-cn/history';
import { issues } from './zh-cn/issues';
import { presence } from './zh-cn/presence';
import { shell } from './zh-cn/shell';
import type { en } from './en';
import type { Translated } from './translated';

export const zhCn: Translated<typeof en> = {
  adminLayout,
  connection,
  console: consoleTexts,
  engine,
  faults,
  history,
  issues,
  presence,
  shell,
};
