/** The English translations of the console, without those of the member centre and of pages that the server draws. */
import { adminLayout } from '../../../common/locales/en/adminLayout';
import { captcha } from '../../../common/locales/en/captcha';
import { children } from '../../../common/locales/en/children';
import { connection } from '../../../common/locales/en/connection';
import { console as consoleTexts } from '../../../common/locales/en/console';
import { engine } from '../../../common/locales/en/engine';
import { faults } from '../../../common/locales/en/faults';
import { history } from '../../../common/locales/en/history';
import { issues } from '../../../common/locales/en/issues';
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
  lists,
  notice,
  presence,
  shell,
} as const;
