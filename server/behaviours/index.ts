/** The table of behaviours: one line for every entity that does more than the ordinary. */
import type { EntityHookRegistry } from '../engine/write/unitOfWork';
import { activationCodeBehaviour } from './activationCode';
import { adminBehaviour, type AdminDeps } from './admin';
import { adminGroupBehaviour } from './adminGroup';
import { apiTokenBehaviour } from './apiToken';
import { appBehaviour, appBusinessBehaviour } from './app';
import { articleBehaviour, newsCaseBehaviour } from './article';
import { attachmentBehaviour } from './attachment';
import { configBehaviour } from './config';
import { userMoneyLog } from '../../common/entities/userMoneyLog';
import { userScoreLog } from '../../common/entities/userScoreLog';
import { boardBehaviour } from './board';
import { homeBlockBehaviour } from './homeBlock';
import { journal } from './journal';
import { ledgerBehaviour } from './ledger/ledger';
import { reconciliationBehaviour } from './ledger/reconciliation';
import { pendingBookingBehaviour } from './ledger/pending';
import { pendingChangeBehaviour } from './pendingChange';
import { messageBehaviour } from './message';
import { menuRuleBehaviour } from './menuRule';
import { tellConcerned } from './notices';
import {
  apiDefinitionBehaviour,
  appPluginVersionApiBehaviour,
  pluginVersionApiBehaviour,
  pluginVersionBehaviour,
} from './plugin';
import { publicIdBehaviours } from './publicIds';
import { noteRecycled } from './recycle';
import { noteSensitive } from './sensitive';
import { terminalTaskBehaviour } from './terminalTask';
import { tellOwner } from './tellOwner';
import { thresholdBehaviour } from './threshold';
import { trialRequestBehaviour } from './trialRequest';
import { userBehaviour } from './user';
import { userGroupBehaviour } from './userGroup';
import { userRuleBehaviour } from './userRule';
import { wallScreenBehaviour } from './wallScreen';
import { recycleRuleBehaviour, sensitiveRuleBehaviour } from './watchRules';

export const createBehaviours = (deps: AdminDeps): EntityHookRegistry => ({
  all: [
    activationCodeBehaviour,
    adminBehaviour(deps),
    adminGroupBehaviour,
    apiDefinitionBehaviour,
    apiTokenBehaviour,
    appBehaviour,
    appBusinessBehaviour,
    appPluginVersionApiBehaviour,
    articleBehaviour,
    attachmentBehaviour,
    boardBehaviour,
    configBehaviour,
    homeBlockBehaviour,
    menuRuleBehaviour,
    messageBehaviour,
    newsCaseBehaviour,
    pendingBookingBehaviour,
    pendingChangeBehaviour,
    reconciliationBehaviour,
    recycleRuleBehaviour,
    sensitiveRuleBehaviour,
    pluginVersionApiBehaviour,
    pluginVersionBehaviour,
    ...publicIdBehaviours,
    terminalTaskBehaviour,
    thresholdBehaviour,
    trialRequestBehaviour,
    userBehaviour(deps),
    userGroupBehaviour,
    userRuleBehaviour,
    wallScreenBehaviour,
    ledgerBehaviour(userMoneyLog, 'money'),
    ledgerBehaviour(userScoreLog, 'score'),
  ],
  auditLog: journal,
  observers: [tellConcerned, tellOwner],
  storedObservers: [noteRecycled, noteSensitive],
});
