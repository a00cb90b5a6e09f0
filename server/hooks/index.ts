/** The entity hooks, by entity; an entity without hooks is not listed. */
import type { EntityHookRegistry } from '../engine/write/context/hookRegistry';
import { activationCodeHooks } from './market/activationCodeHooks';
import { adminHooks, type AccountHookOptions } from './access/adminHooks';
import { adminGroupHooks } from './access/adminGroupHooks';
import { apiTokenHooks } from './access/apiTokenHooks';
import { appHooks, appBusinessHooks } from './apps/appHooks';
import { articleHooks, newsCaseHooks } from './site/articleHooks';
import { attachmentHooks } from './files/attachmentHooks';
import { crudDesignFieldHooks, crudDesignHooks } from './system/crudDesignHooks';
import { configHooks } from './system/configHooks';
import { userMoneyLog } from '../../common/entities/userMoneyLog';
import { userScoreLog } from '../../common/entities/userScoreLog';
import { boardHooks } from './system/boardHooks';
import { homeBlockHooks } from './site/homeBlockHooks';
import { leadHooks } from './site/leadHooks';
import { auditLog } from './audit/auditLog';
import { ledgerHooks } from './ledger/ledgerHooks';
import { reconciliationHooks } from './ledger/reconciliationHooks';
import { pendingBookingHooks } from './ledger/pendingBookingHooks';
import { pendingChangeHooks } from './access/pendingChangeHooks';
import { messageHooks } from './notifications/messageHooks';
import { menuRuleHooks } from './access/menuRuleHooks';
import { notifyAffected } from './notifications/notifyAffected';
import {
  apiDefinitionHooks,
  appPluginVersionApiHooks,
  pluginVersionApiHooks,
  pluginVersionHooks,
} from './market/pluginHooks';
import { entitlementHooks } from './market/entitlementHooks';
import { marketSourceHooks } from './market/marketSourceHooks';
import { purchaseHooks } from './market/purchaseHooks';
import { navigationHooks } from './site/navigationHooks';
import { parentShownHooks } from './parentShown';
import { pageHooks, siteTemplateHooks } from './site/pageHooks';
import { publishingHooks } from './site/publishingHooks';
import { deleteComments } from './comments/deleteComments';
import { recordRecycled } from './dataWatch/recycleLog';
import { recordSensitiveChanges } from './dataWatch/sensitiveLog';
import { terminalTaskHooks } from './system/terminalTaskHooks';
import { sendFormConfirmations } from './notifications/formConfirmation';
import { sendOwnerMails } from './notifications/ownerMail';
import { thresholdHooks } from './system/thresholdHooks';
import { trialRequestHooks } from './site/trialRequestHooks';
import { userHooks } from './access/userHooks';
import { userGroupHooks } from './access/userGroupHooks';
import { userRuleHooks } from './access/userRuleHooks';
import { webhookDeliveryHooks, webhookHooks } from './system/webhookHooks';
import { kioskHooks } from './access/kioskHooks';
import { recycleRuleHooks, sensitiveRuleHooks } from './dataWatch/watchRules';

export const createEntityHooks = (options: AccountHookOptions): EntityHookRegistry => ({
  all: [
    activationCodeHooks,
    adminHooks(options),
    adminGroupHooks,
    apiDefinitionHooks,
    apiTokenHooks,
    appHooks,
    appBusinessHooks,
    appPluginVersionApiHooks,
    articleHooks,
    attachmentHooks,
    boardHooks,
    configHooks,
    crudDesignHooks,
    crudDesignFieldHooks,
    entitlementHooks,
    homeBlockHooks,
    leadHooks,
    marketSourceHooks,
    menuRuleHooks,
    messageHooks,
    navigationHooks,
    newsCaseHooks,
    pageHooks,
    pendingBookingHooks,
    pendingChangeHooks,
    reconciliationHooks,
    recycleRuleHooks,
    sensitiveRuleHooks,
    pluginVersionApiHooks,
    pluginVersionHooks,
    purchaseHooks,
    ...parentShownHooks,
    ...publishingHooks,
    siteTemplateHooks,
    terminalTaskHooks,
    thresholdHooks,
    trialRequestHooks,
    userHooks(options),
    userGroupHooks,
    userRuleHooks,
    webhookDeliveryHooks,
    webhookHooks,
    kioskHooks,
    ledgerHooks(userMoneyLog, 'money'),
    ledgerHooks(userScoreLog, 'score'),
  ],
  auditLog: auditLog,
  observers: [notifyAffected, sendOwnerMails, sendFormConfirmations],
  storedObservers: [recordRecycled, recordSensitiveChanges, deleteComments],
});
