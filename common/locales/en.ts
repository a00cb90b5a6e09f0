/** All English words that belong to no entity. A table, not a hub: whoever speaks English is handed it whole. */
import { authority } from './en/authority';
import { bin } from './en/bin';
import { captcha } from './en/captcha';
import { columns } from './en/columns';
import { console as consoleWords } from './en/console';
import { devices } from './en/devices';
import { done } from './en/done';
import { engine } from './en/engine';
import { faults } from './en/faults';
import { frame } from './en/frame';
import { history } from './en/history';
import { issues } from './en/issues';
import { link } from './en/link';
import { lists } from './en/lists';
import { member } from './en/member';
import { menu } from './en/menu';
import { notice } from './en/notice';
import { nouns } from './en/nouns';
import { pages } from './en/pages';
import { presence } from './en/presence';
import { shell } from './en/shell';

export const en = {
  authority,
  bin,
  captcha,
  columns,
  console: consoleWords,
  devices,
  done,
  engine,
  faults,
  frame,
  history,
  issues,
  link,
  lists,
  member,
  menu,
  notice,
  nouns,
  pages,
  presence,
  shell,
};
