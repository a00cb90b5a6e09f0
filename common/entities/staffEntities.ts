/** The entities that staff of any kind may use, in alphabetical order. */
import { defineRegistry } from '../entity/registry';
import { activationCode } from './activationCode';
import { activationUse } from './activationUse';
import { admin } from './admin';
import { adminGroup } from './adminGroup';
import { adminLog } from './adminLog';
import { apiDefinition } from './apiDefinition';
import { apiToken } from './apiToken';
import { app } from './app';
import { appBusiness } from './appBusiness';
import { appPluginVersionApi } from './appPluginVersionApi';
import { article } from './article';
import { attachment } from './attachment';
import { banner } from './banner';
import { board } from './board';
import { comment } from './comment';
import { config } from './config';
import { crudRecord } from './crudRecord';
import { dataImport } from './dataImport';
import { device } from './device';
import { enterprise } from './enterprise';
import { enterpriseStaff } from './enterpriseStaff';
import { entitlement } from './entitlement';
import { hardware } from './hardware';
import { homeBlock } from './homeBlock';
import { job } from './job';
import { lead } from './lead';
import { menuRule } from './menuRule';
import { message } from './message';
import { module } from './module';
import { navigation } from './navigation';
import { news } from './news';
import { newsCase } from './newsCase';
import { newsCategory } from './newsCategory';
import { notice } from './notice';
import { openCall } from './openCall';
import { page } from './page';
import { pendingBooking } from './pendingBooking';
import { pendingChange } from './pendingChange';
import { plugin } from './plugin';
import { pluginCategory } from './pluginCategory';
import { pluginFunction } from './pluginFunction';
import { pluginPurchase } from './pluginPurchase';
import { pluginVersion } from './pluginVersion';
import { pluginVersionApi } from './pluginVersionApi';
import { preference } from './preference';
import { product } from './product';
import { reconciliation } from './reconciliation';
import { recycleLog } from './recycleLog';
import { recycleRule } from './recycleRule';
import { securityEvent } from './securityEvent';
import { sensitiveLog } from './sensitiveLog';
import { sensitiveRule } from './sensitiveRule';
import { showcase } from './showcase';
import { siteTemplate } from './siteTemplate';
import { solution } from './solution';
import { terminalTask } from './terminalTask';
import { threshold } from './threshold';
import { trialRequest } from './trialRequest';
import { user } from './user';
import { userGroup } from './userGroup';
import { userMoneyLog } from './userMoneyLog';
import { userRule } from './userRule';
import { userScoreLog } from './userScoreLog';
import { visit } from './visit';
import { kiosk } from './kiosk';
import { webhook } from './webhook';
import { webhookDelivery } from './webhookDelivery';

export const staffEntities = defineRegistry({
  activationCode,
  activationUse,
  admin,
  adminGroup,
  adminLog,
  apiDefinition,
  apiToken,
  app,
  appBusiness,
  appPluginVersionApi,
  article,
  attachment,
  banner,
  board,
  comment,
  config,
  crudRecord,
  data_import: dataImport,
  device,
  enterprise,
  enterpriseStaff,
  entitlement,
  hardware,
  homeBlock,
  job,
  lead,
  menuRule,
  message,
  module,
  navigation,
  news,
  newsCase,
  newsCategory,
  notice,
  openCall,
  page,
  pendingBooking,
  pendingChange,
  plugin,
  pluginCategory,
  pluginFunction,
  pluginPurchase,
  pluginVersion,
  pluginVersionApi,
  preference,
  product,
  reconciliation,
  recycleLog,
  recycleRule,
  securityEvent,
  sensitiveLog,
  sensitiveRule,
  showcase,
  siteTemplate,
  solution,
  terminalTask,
  threshold,
  trialRequest,
  user,
  userGroup,
  userMoneyLog,
  userRule,
  userScoreLog,
  visit,
  wall_screen: kiosk,
  webhook,
  webhookDelivery,
});
