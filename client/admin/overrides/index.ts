/** The console's exceptions to derived screens, one line each. */
import { adminScreen } from './admin';
import { adminGroupScreen } from './adminGroup';
import { adminLogScreen } from './adminLog';
import { apiTokenScreen } from './apiToken/apiToken';
import { attachmentScreen } from './attachment';
import { configScreen } from './config';
import { ledgerScreens } from './ledger/ledger';
import { menuRuleScreen } from './menuRule';
import { reconciliationScreen } from './reconciliation/reconciliation';
import { thresholdScreen } from './threshold/threshold';
import { wallScreenScreen } from './wallScreen';
import { watchingScreens } from './watching/watching';
import { pendingScreen } from './pending/pending';

export const overrides = [
  adminScreen,
  adminGroupScreen,
  adminLogScreen,
  apiTokenScreen,
  attachmentScreen,
  configScreen,
  ...ledgerScreens,
  menuRuleScreen,
  thresholdScreen,
  wallScreenScreen,
  pendingScreen,
  reconciliationScreen,
  ...watchingScreens,
];
