/** All words that belong to no entity, by language. A table, not a hub: i18next and `say` are handed it whole. */
import { captcha as captchaEn } from './en/captcha';
import { columns as columnsEn } from './en/columns';
import { console as consoleEn } from './en/console';
import { done as doneEn } from './en/done';
import { engine as engineEn } from './en/engine';
import { faults as faultsEn } from './en/faults';
import { frame as frameEn } from './en/frame';
import { issues as issuesEn } from './en/issues';
import { member as memberEn } from './en/member';
import { menu as menuEn } from './en/menu';
import { notice as noticeEn } from './en/notice';
import { pages as pagesEn } from './en/pages';
import { shell as shellEn } from './en/shell';
import type { Translated } from './translated';
import { captcha as captchaZh } from './zh-cn/captcha';
import { columns as columnsZh } from './zh-cn/columns';
import { console as consoleZh } from './zh-cn/console';
import { done as doneZh } from './zh-cn/done';
import { engine as engineZh } from './zh-cn/engine';
import { faults as faultsZh } from './zh-cn/faults';
import { frame as frameZh } from './zh-cn/frame';
import { issues as issuesZh } from './zh-cn/issues';
import { member as memberZh } from './zh-cn/member';
import { menu as menuZh } from './zh-cn/menu';
import { notice as noticeZh } from './zh-cn/notice';
import { pages as pagesZh } from './zh-cn/pages';
import { shell as shellZh } from './zh-cn/shell';

const en = {
  captcha: captchaEn,
  columns: columnsEn,
  console: consoleEn,
  done: doneEn,
  engine: engineEn,
  faults: faultsEn,
  frame: frameEn,
  issues: issuesEn,
  member: memberEn,
  menu: menuEn,
  notice: noticeEn,
  pages: pagesEn,
  shell: shellEn,
};
const zhCn: Translated<typeof en> = {
  captcha: captchaZh,
  columns: columnsZh,
  console: consoleZh,
  done: doneZh,
  engine: engineZh,
  faults: faultsZh,
  frame: frameZh,
  issues: issuesZh,
  member: memberZh,
  menu: menuZh,
  notice: noticeZh,
  pages: pagesZh,
  shell: shellZh,
};

export const locales = { en, 'zh-cn': zhCn };
export type Lang = keyof typeof locales;
export const LANGS: readonly Lang[] = ['en', 'zh-cn'];

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
/** Every key of the words, dotted: `faults.row.missing`. */
export type WordKey = Paths<typeof en>;
