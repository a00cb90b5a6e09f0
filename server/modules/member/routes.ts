/** The routes of the member center: account, verification codes, balance, read receipts, support and the rules of groups. */
import type { CodeSender } from '../../access/codes/sendCode';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { registerAccountRoutes } from './account/accountRoutes';
import { registerAccountRecoveryRoute } from './account/accountRecoveryRoutes';
import { registerBalanceRoutes } from './balance/balanceRoutes';
import { registerReadReceiptRoute, type BroadcastMark } from './balance/readReceiptRoutes';
import { registerMemberStatementRoutes } from './balance/memberStatementRoutes';
import { registerStatementRoute } from './balance/statementRoutes';
import { registerGroupRuleRoutes } from './groupRuleRoutes';
import { registerMemberFactorRoutes } from './security/factorRoutes';
import { registerSupportRoutes } from './support/supportRoutes';
import { registerVerificationCodeRoutes } from './verification/codeRoutes';

interface MemberServices extends ModuleServices {
  readonly sendCode: CodeSender;
  /** Shows staff at once that a device of a member received a balance. */
  readonly acknowledgeEntry: BroadcastMark;
}

export function registerMemberRoutes(moduleServices: MemberServices): void {
  registerAccountRoutes(moduleServices);
  registerAccountRecoveryRoute(moduleServices);
  registerMemberFactorRoutes(moduleServices);
  registerSupportRoutes(moduleServices);
  registerReadReceiptRoute(moduleServices, moduleServices.acknowledgeEntry);
  registerVerificationCodeRoutes(moduleServices, moduleServices.sendCode);
  registerBalanceRoutes(moduleServices);
  registerStatementRoute(moduleServices);
  registerMemberStatementRoutes(moduleServices);
  registerGroupRuleRoutes(moduleServices);
}
