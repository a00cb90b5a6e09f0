/** 只有旧版客户端显示的文字。 */
import type { compat as english } from '../en/compat';
import type { Translated } from '../translated';

export const compat: Translated<typeof english> = {
  elsewhere: '{{title}}（在 Atrium 中打开）',
  noPermission: '无权限',
  superAdmin: '超级管理员',
  ruleCount: '{{first}}等 {{count}} 项',
  allModules: '全部',
  noSources: '尚未设置市场来源，请在 Atrium 控制台的“市场来源”中添加。',
  moreModules: '如需关联账户、评分或申请退款，请前往 Atrium 控制台的模块市场。',
};
