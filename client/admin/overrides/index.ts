/** The console's exceptions to derived screens, one line each. */
import { activationCodeScreen } from './activation/activation';
import { adminScreen } from './admin';
import { adminGroupScreen } from './adminGroup';
import { adminLogScreen } from './adminLog';
import { apiTokenScreen } from './apiToken/apiToken';
import { appScreen } from './app/app';
import { attachmentScreen } from './attachment';
import { configScreen } from './config';
import { crudRecordScreen } from './crudRecord/crudRecord';
import { ledgerScreens } from './ledger/ledger';
import { menuRuleScreen } from './menuRule';
import { reconciliationScreen } from './reconciliation/reconciliation';
import { thresholdScreen } from './threshold/threshold';
import { wallScreenScreen } from './wallScreen';
import { watchingScreens } from './watching/watching';
import { pendingChangeScreen } from './pendingChange/pendingChange';
import { pendingScreen } from './pending/pending';
import { userGroupScreen } from './userGroup';
import { userRuleScreen } from './userRule';

export const overrides = [
  activationCodeScreen,
  adminScreen,
  adminGroupScreen,
  adminLogScreen,
  apiTokenScreen,
  appScreen,
  attachmentScreen,
  configScreen,
  crudRecordScreen,
  ...ledgerScreens,
  menuRuleScreen,
  thresholdScreen,
  wallScreenScreen,
  pendingChangeScreen,
  pendingScreen,
  reconciliationScreen,
  userGroupScreen,
  userRuleScreen,
  ...watchingScreens,
];
