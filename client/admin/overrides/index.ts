/** Overrides of the screens that the engine derives from the entities. */
import { activationCodeOverride } from './activationCode/activationCodeOverride';
import { adminOverride } from './admin/adminOverride';
import { adminGroupOverride } from './adminGroup/adminGroupOverride';
import { adminLogOverride } from './adminLog/adminLogOverride';
import { apiTokenOverride } from './apiToken/apiTokenOverride';
import { appOverride } from './app/appOverride';
import { attachmentOverride } from './attachment/attachmentOverride';
import { configOverride } from './configOverride';
import { crudRecordOverride } from './crudRecord/crudRecordOverride';
import { jobOverride } from './job/jobOverride';
import { ledgerOverrides } from './ledger/ledgerOverrides';
import { marketOverrides } from './market/marketOverrides';
import { moduleOverride } from './module/moduleOverride';
import { menuRuleOverride } from './rules/menuRuleOverride';
import { gatewayRouteOverride } from './gatewayRoute/gatewayRouteOverride';
import { openCallOverride } from './openCall/openCallOverride';
import { publishingOverrides } from './publishing/publishingOverrides';
import { reconciliationOverride } from './reconciliation/reconciliationOverride';
import { thresholdOverride } from './threshold/thresholdOverride';
import { kioskOverride } from './kiosk/kioskOverride';
import { webhookOverride } from './webhook/webhookOverride';
import { dataWatchOverrides } from './dataWatch/dataWatchOverrides';
import { pendingChangeOverride } from './pendingChange/pendingChangeOverride';
import { pendingBookingOverride } from './pendingBooking/pendingBookingOverride';
import { userOverride } from './member/userOverride';
import { userGroupOverride } from './permissions/userGroupOverride';
import { userRuleOverride } from './rules/userRuleOverride';

export const overrides = [
  activationCodeOverride,
  adminOverride,
  adminGroupOverride,
  adminLogOverride,
  apiTokenOverride,
  appOverride,
  attachmentOverride,
  configOverride,
  crudRecordOverride,
  jobOverride,
  ...ledgerOverrides,
  ...marketOverrides,
  menuRuleOverride,
  moduleOverride,
  gatewayRouteOverride,
  openCallOverride,
  thresholdOverride,
  kioskOverride,
  webhookOverride,
  pendingChangeOverride,
  pendingBookingOverride,
  ...publishingOverrides,
  reconciliationOverride,
  userOverride,
  userGroupOverride,
  userRuleOverride,
  ...dataWatchOverrides,
];
