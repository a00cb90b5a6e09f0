/** All English words that belong to no entity. A table, not a hub: whoever speaks English is handed it whole. */
import { captcha } from './en/captcha';
import { console as consoleWords } from './en/console';
import { engine } from './en/engine';
import { faults } from './en/faults';
import { frame } from './en/frame';
import { history } from './en/history';
import { issues } from './en/issues';
import { link } from './en/link';
import { lists } from './en/lists';
import { member } from './en/member';
import { notice } from './en/notice';
import { nouns } from './en/nouns';
import { pages } from './en/pages';
import { presence } from './en/presence';
import { shell } from './en/shell';

export const en = {
  captcha,
  console: consoleWords,
  engine,
  faults,
  frame,
  history,
  issues,
  link,
  lists,
  member,
  notice,
  nouns,
  pages,
  presence,
  shell,
};
