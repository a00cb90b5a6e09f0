/** Texts of single screens: loaded lazily with those screens, not with the first load. */
import { activationCodes as activationCodesEn } from './en/activationCodes';
import { asOf as asOfEn } from './en/asOf';
import { balance as balanceEn } from './en/balance';
import { children as childrenEn } from './en/children';
import { conflict as conflictEn } from './en/conflict';
import { dashboard as dashboardEn } from './en/dashboard';
import { dataWatch as dataWatchEn } from './en/dataWatch';
import { datePicker as datePickerEn } from './en/datePicker';
import { definition as definitionEn } from './en/definition';
import { designer as designerEn } from './en/designer';
import { designerScreen as designerScreenEn } from './en/designerScreen';
import { devices as devicesEn } from './en/devices';
import { embed as embedEn } from './en/embed';
import { files as filesEn } from './en/files';
import { gettingStarted as gettingStartedEn } from './en/gettingStarted';
import { ownProfile as ownProfileEn } from './en/ownProfile';
import { imports as importsEn } from './en/imports';
import { ledger as ledgerEn } from './en/ledger';
import { lists as listsEn } from './en/lists';
import { listControls as listControlsEn } from './en/listControls';
import { memberSupport as memberSupportEn } from './en/memberSupport';
import { market as marketEn } from './en/market';
import { modulePages as modulePagesEn } from './en/modulePages';
import { modules as modulesEn } from './en/modules';
import { notice as noticeEn } from './en/notice';
import { offline as offlineEn } from './en/offline';
import { gatewayApis as gatewayApisEn } from './en/gatewayApis';
import { palette as paletteEn } from './en/palette';
import { permissions as permissionsEn } from './en/permissions';
import { preview as previewEn } from './en/preview';
import { firstSteps as firstStepsEn } from './en/firstSteps';
import { purposes as purposesEn } from './en/purposes';
import { reconciliation as reconciliationEn } from './en/reconciliation';
import { recordPanel as recordPanelEn } from './en/recordPanel';
import { recycleBin as recycleBinEn } from './en/recycleBin';
import { registration as registrationEn } from './en/registration';
import { richText as richTextEn } from './en/richText';
import { savedViews as savedViewsEn } from './en/savedViews';
import { secondFactor as secondFactorEn } from './en/secondFactor';
import { settings as settingsEn } from './en/settings';
import { singleSignOn as singleSignOnEn } from './en/singleSignOn';
import { shortcuts as shortcutsEn } from './en/shortcuts';
import { terminal as terminalEn } from './en/terminal';
import { tokens as tokensEn } from './en/tokens';
import { upload as uploadEn } from './en/upload';
import type { Translated } from './translated';
import { activationCodes as activationCodesZh } from './zh-cn/activationCodes';
import { asOf as asOfZh } from './zh-cn/asOf';
import { balance as balanceZh } from './zh-cn/balance';
import { children as childrenZh } from './zh-cn/children';
import { conflict as conflictZh } from './zh-cn/conflict';
import { dashboard as dashboardZh } from './zh-cn/dashboard';
import { dataWatch as dataWatchZh } from './zh-cn/dataWatch';
import { datePicker as datePickerZh } from './zh-cn/datePicker';
import { definition as definitionZh } from './zh-cn/definition';
import { designer as designerZh } from './zh-cn/designer';
import { designerScreen as designerScreenZh } from './zh-cn/designerScreen';
import { devices as devicesZh } from './zh-cn/devices';
import { embed as embedZh } from './zh-cn/embed';
import { files as filesZh } from './zh-cn/files';
import { gettingStarted as gettingStartedZh } from './zh-cn/gettingStarted';
import { ownProfile as ownProfileZh } from './zh-cn/ownProfile';
import { imports as importsZh } from './zh-cn/imports';
import { ledger as ledgerZh } from './zh-cn/ledger';
import { lists as listsZh } from './zh-cn/lists';
import { listControls as listControlsZh } from './zh-cn/listControls';
import { memberSupport as memberSupportZh } from './zh-cn/memberSupport';
import { market as marketZh } from './zh-cn/market';
import { modulePages as modulePagesZh } from './zh-cn/modulePages';
import { modules as modulesZh } from './zh-cn/modules';
import { notice as noticeZh } from './zh-cn/notice';
import { offline as offlineZh } from './zh-cn/offline';
import { gatewayApis as gatewayApisZh } from './zh-cn/gatewayApis';
import { palette as paletteZh } from './zh-cn/palette';
import { permissions as permissionsZh } from './zh-cn/permissions';
import { preview as previewZh } from './zh-cn/preview';
import { firstSteps as firstStepsZh } from './zh-cn/firstSteps';
import { purposes as purposesZh } from './zh-cn/purposes';
import { reconciliation as reconciliationZh } from './zh-cn/reconciliation';
import { recordPanel as recordPanelZh } from './zh-cn/recordPanel';
import { recycleBin as recycleBinZh } from './zh-cn/recycleBin';
import { registration as registrationZh } from './zh-cn/registration';
import { richText as richTextZh } from './zh-cn/richText';
import { savedViews as savedViewsZh } from './zh-cn/savedViews';
import { secondFactor as secondFactorZh } from './zh-cn/secondFactor';
import { settings as settingsZh } from './zh-cn/settings';
import { singleSignOn as singleSignOnZh } from './zh-cn/singleSignOn';
import { shortcuts as shortcutsZh } from './zh-cn/shortcuts';
import { terminal as terminalZh } from './zh-cn/terminal';
import { tokens as tokensZh } from './zh-cn/tokens';
import { upload as uploadZh } from './zh-cn/upload';

const en = {
  activationCodes: activationCodesEn,
  asOf: asOfEn,
  balance: balanceEn,
  children: childrenEn,
  conflict: conflictEn,
  dashboard: dashboardEn,
  dataWatch: dataWatchEn,
  datePicker: datePickerEn,
  definition: definitionEn,
  designer: designerEn,
  designerScreen: designerScreenEn,
  devices: devicesEn,
  embed: embedEn,
  files: filesEn,
  gettingStarted: gettingStartedEn,
  ownProfile: ownProfileEn,
  imports: importsEn,
  ledger: ledgerEn,
  listControls: listControlsEn,
  lists: listsEn,
  memberSupport: memberSupportEn,
  market: marketEn,
  modulePages: modulePagesEn,
  modules: modulesEn,
  notice: noticeEn,
  offline: offlineEn,
  gatewayApis: gatewayApisEn,
  palette: paletteEn,
  permissions: permissionsEn,
  preview: previewEn,
  purposes: purposesEn,
  firstSteps: firstStepsEn,
  reconciliation: reconciliationEn,
  recordPanel: recordPanelEn,
  recycleBin: recycleBinEn,
  registration: registrationEn,
  richText: richTextEn,
  savedViews: savedViewsEn,
  secondFactor: secondFactorEn,
  settings: settingsEn,
  singleSignOn: singleSignOnEn,
  shortcuts: shortcutsEn,
  terminal: terminalEn,
  tokens: tokensEn,
  upload: uploadEn,
};
const zhCn: Translated<typeof en> = {
  activationCodes: activationCodesZh,
  asOf: asOfZh,
  balance: balanceZh,
  children: childrenZh,
  conflict: conflictZh,
  dashboard: dashboardZh,
  dataWatch: dataWatchZh,
  datePicker: datePickerZh,
  definition: definitionZh,
  designer: designerZh,
  designerScreen: designerScreenZh,
  devices: devicesZh,
  embed: embedZh,
  files: filesZh,
  gettingStarted: gettingStartedZh,
  ownProfile: ownProfileZh,
  imports: importsZh,
  ledger: ledgerZh,
  listControls: listControlsZh,
  lists: listsZh,
  memberSupport: memberSupportZh,
  market: marketZh,
  modulePages: modulePagesZh,
  modules: modulesZh,
  notice: noticeZh,
  offline: offlineZh,
  gatewayApis: gatewayApisZh,
  palette: paletteZh,
  permissions: permissionsZh,
  preview: previewZh,
  purposes: purposesZh,
  firstSteps: firstStepsZh,
  reconciliation: reconciliationZh,
  recordPanel: recordPanelZh,
  recycleBin: recycleBinZh,
  registration: registrationZh,
  richText: richTextZh,
  savedViews: savedViewsZh,
  secondFactor: secondFactorZh,
  settings: settingsZh,
  singleSignOn: singleSignOnZh,
  shortcuts: shortcutsZh,
  terminal: terminalZh,
  tokens: tokensZh,
  upload: uploadZh,
};

export const lazyTranslations = { en, 'zh-cn': zhCn };
