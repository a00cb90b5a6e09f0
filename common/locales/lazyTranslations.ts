/** Sections of words that only a few screens say: they arrive with those screens, not with the first load. */
import { authority as authorityEn } from './en/authority';
import { bin as binEn } from './en/bin';
import { care as careEn } from './en/care';
import { codes as codesEn } from './en/codes';
import { conflict as conflictEn } from './en/conflict';
import { dashboard as dashboardEn } from './en/dashboard';
import { devices as devicesEn } from './en/devices';
import { embed as embedEn } from './en/embed';
import { factor as factorEn } from './en/factor';
import { files as filesEn } from './en/files';
import { terminal as terminalEn } from './en/terminal';
import { joining as joiningEn } from './en/joining';
import { ledger as ledgerEn } from './en/ledger';
import { rich as richEn } from './en/rich';
import { rights as rightsEn } from './en/rights';
import { settings as settingsEn } from './en/settings';
import { together as togetherEn } from './en/together';
import { uploading as uploadingEn } from './en/uploading';
import { views as viewsEn } from './en/views';
import { wealth as wealthEn } from './en/wealth';
import type { Translated } from './translated';
import { authority as authorityZh } from './zh-cn/authority';
import { bin as binZh } from './zh-cn/bin';
import { care as careZh } from './zh-cn/care';
import { codes as codesZh } from './zh-cn/codes';
import { conflict as conflictZh } from './zh-cn/conflict';
import { dashboard as dashboardZh } from './zh-cn/dashboard';
import { devices as devicesZh } from './zh-cn/devices';
import { embed as embedZh } from './zh-cn/embed';
import { factor as factorZh } from './zh-cn/factor';
import { files as filesZh } from './zh-cn/files';
import { joining as joiningZh } from './zh-cn/joining';
import { ledger as ledgerZh } from './zh-cn/ledger';
import { rich as richZh } from './zh-cn/rich';
import { rights as rightsZh } from './zh-cn/rights';
import { settings as settingsZh } from './zh-cn/settings';
import { terminal as terminalZh } from './zh-cn/terminal';
import { together as togetherZh } from './zh-cn/together';
import { uploading as uploadingZh } from './zh-cn/uploading';
import { views as viewsZh } from './zh-cn/views';
import { wealth as wealthZh } from './zh-cn/wealth';

const en = {
  authority: authorityEn,
  bin: binEn,
  care: careEn,
  codes: codesEn,
  conflict: conflictEn,
  dashboard: dashboardEn,
  devices: devicesEn,
  embed: embedEn,
  factor: factorEn,
  files: filesEn,
  joining: joiningEn,
  ledger: ledgerEn,
  rich: richEn,
  rights: rightsEn,
  settings: settingsEn,
  terminal: terminalEn,
  together: togetherEn,
  uploading: uploadingEn,
  views: viewsEn,
  wealth: wealthEn,
};
const zhCn: Translated<typeof en> = {
  authority: authorityZh,
  bin: binZh,
  care: careZh,
  codes: codesZh,
  conflict: conflictZh,
  dashboard: dashboardZh,
  devices: devicesZh,
  embed: embedZh,
  factor: factorZh,
  files: filesZh,
  joining: joiningZh,
  ledger: ledgerZh,
  rich: richZh,
  rights: rightsZh,
  settings: settingsZh,
  terminal: terminalZh,
  together: togetherZh,
  uploading: uploadingZh,
  views: viewsZh,
  wealth: wealthZh,
};

export const lazyTranslations = { en, 'zh-cn': zhCn };
