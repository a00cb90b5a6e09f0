/** 只有旧版客户端显示的文字。 */
import type { compat as english } from '../en/compat';
import type { Translated } from '../translated';

export const compat: Translated<typeof english> = {
  elsewhere: '{{title}}（在 Atrium 中打开）',
  noPermission: '无权限',
  superAdmin: '超级管理员',
  ruleCount: '{{first}}等 {{count}} 项',
  allModules: '全部',
  noSources: '尚未设置市场来源，请在 Atrium 后台的“市场来源”中添加。',
  moreModules: '如需关联账户、评分或申请退款，请前往 Atrium 后台的模块市场。',
  orPoints: '{{title}}（或 {{points}} 积分）',
  remoteSelect: '远程下拉需要指定实体，而此表单无法填写。请在 {{url}} 添加该设置项。未保存任何内容。',
  emptyKey: '每个值都需要填写键。',
  repeatedKey: '键“{{key}}”重复。',
  emptyTitle: '请填写标签“{{key}}”的标题。',
  secretElsewhere: '请在 {{url}} 设置此密钥。',
  otherName: '请在此处命名为“{{name}}”。',
  columnAdded: '已添加字段“{{name}}”，因为每个数据表都需要一个短文本作为标题。',
  designIgnored: '以下内容未按原样保存：{{names}}。',
  skippedSql: '仅读取了数据表的字段。已跳过或更改：{{parts}}',
};
