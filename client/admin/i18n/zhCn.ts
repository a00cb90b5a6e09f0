/** The Chinese translations of the console. */
import { adminLayout } from '../../../common/locales/zh-cn/adminLayout';
import { captcha } from '../../../common/locales/zh-cn/captcha';
import { children } from '../../../common/locales/zh-cn/children';
import { connection } from '../../../common/locales/zh-cn/connection';
import { console as consoleTexts } from '../../../common/locales/zh-cn/console';
import { engine } from '../../../common/locales/zh-cn/engine';
import { faults } from '../../../common/locales/zh-cn/faults';
import { history } from '../../../common/locales/zh-cn/history';
import { issues } from '../../../common/locales/zh-cn/issues';
import { member } from '../../../common/locales/zh-cn/member';
import { pages } from '../../../common/locales/zh-cn/pages';
import { publicForms } from '../../../common/locales/zh-cn/publicForms';
import { lists } from '../../../common/locales/zh-cn/lists';
import { notice } from '../../../common/locales/zh-cn/notice';
import { presence } from '../../../common/locales/zh-cn/presence';
import { shell } from '../../../common/locales/zh-cn/shell';

export const zhCn = {
  adminLayout,
  captcha,
  children,
  connection,
  console: consoleTexts,
  engine,
  faults,
  history,
  issues,
  member,
  pages,
  publicForms,
  lists,
  notice,
  presence,
  shell,
} as const;
