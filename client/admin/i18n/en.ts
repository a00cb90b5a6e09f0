/** The English translations of the console: all that belong to no entity. */
import { adminLayout } from '../../../common/locales/en/adminLayout';
import { captcha } from '../../../common/locales/en/captcha';
import { children } from '../../../common/locales/en/children';
import { connection } from '../../../common/locales/en/connection';
import { console as consoleTexts } from '../../../common/locales/en/console';
import { engine } from '../../../common/locales/en/engine';
import { faults } from '../../../common/locales/en/faults';
import { history } from '../../../common/locales/en/history';
import { issues } from '../../../common/locales/en/issues';
import { member } from '../../../common/locales/en/member';
import { pages } from '../../../common/locales/en/pages';
import { publicForms } from '../../../common/locales/en/publicForms';
import { lists } from '../../../common/locales/en/lists';
import { notice } from '../../../common/locales/en/notice';
import { presence } from '../../../common/locales/en/presence';
import { shell } from '../../../common/locales/en/shell';

export const en = {
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
