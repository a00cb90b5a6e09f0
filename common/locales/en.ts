/** All English texts that belong to no entity. */
import { adminLayout } from './en/adminLayout';
import { connection } from './en/connection';
import { console as consoleTexts } from './en/console';
import { engine } from './en/engine';
import { faults } from './en/faults';
import { history } from './en/history';
import { issues } from './en/issues';
import { presence } from './en/presence';
import { shell } from './en/shell';

export const en = {
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
