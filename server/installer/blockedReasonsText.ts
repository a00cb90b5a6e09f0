/** `blockedReasonsText`: why a package cannot be installed, in each language. */
import { modules as en } from '../../common/locales/en/modules';
import { modules as zhCn } from '../../common/locales/zh-cn/modules';
import type { BlockedReason, LocalizedText } from '../../common/modules/review';
import { interpolate } from '../../common/text/interpolate';

export const blockedReasonsText = (blocked: readonly BlockedReason[]): LocalizedText => ({
  en: blocked.map(({ code, ...params }) => interpolate(en.blocked[code], params)).join(' '),
  'zh-cn': blocked.map(({ code, ...params }) => interpolate(zhCn.blocked[code], params)).join(''),
});
