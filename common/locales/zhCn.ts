/** All Chinese words that belong to no entity: exactly the keys of the English ones. */
import { captcha } from './zh-cn/captcha';
import { console as consoleWords } from './zh-cn/console';
import { engine } from './zh-cn/engine';
import { faults } from './zh-cn/faults';
import { frame } from './zh-cn/frame';
import { history } from './zh-cn/history';
import { issues } from './zh-cn/issues';
import { link } from './zh-cn/link';
import { lists } from './zh-cn/lists';
import { member } from './zh-cn/member';
import { notice } from './zh-cn/notice';
import { nouns } from './zh-cn/nouns';
import { pages } from './zh-cn/pages';
import { presence } from './zh-cn/presence';
import { shell } from './zh-cn/shell';
import type { en } from './en';
import type { Translated } from './translated';

export const zhCn: Translated<typeof en> = {
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
