/** `blockedReasonsText`: why a package cannot be installed, in each language. */
import { modules as en } from '../../common/locales/en/modules';
import { modules as zhCn } from '../../common/locales/zh-cn/modules';
import type { Lang } from '../../common/lang';
import type { BlockedReason, LocalizedText } from '../../common/modules/review';
import { interpolate } from '../../common/text/interpolate';

/** The sentences of a problem in place of its codes. */
const getParams = (lang: Lang, { subject, detail, text }: Omit<BlockedReason, 'code'>) => ({
  subject,
  detail: text?.[lang] ?? detail,
});

export const blockedReasonsText = (blocked: readonly BlockedReason[]): LocalizedText => ({
  en: blocked.map(({ code, ...reason }) => interpolate(en.blocked[code], getParams('en', reason))).join(' '),
  'zh-cn': blocked.map(({ code, ...reason }) => interpolate(zhCn.blocked[code], getParams('zh-cn', reason))).join(''),
});
