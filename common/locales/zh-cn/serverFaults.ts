/** 仅由服务器返回的拒绝提示，浏览器不加载这些文字。 */
import type { serverFaults as english } from '../en/serverFaults';
import type { Translated } from '../translated';

export const serverFaults: Translated<typeof english> = {
  design: {
    invalid: '设计无法应用：{{problems}}',
    exists: '数据表“{{table}}”已存在。',
    no_table: '请输入数据表名。',
    primary_key: '必须且只能设计一个主键字段。',
    built_in: '数据表“{{table}}”属于系统内置，不能设计。',
    table_exists: '数据库中已有数据表“{{table}}”，且不是由设计器创建的。',
    outdated: '“{{table}}”的定义已被更改，请重新查看变更。',
    referred: '“{{table}}”不能删除：{{by}} 关联到它。',
    other_type: '“{{field}}”的现有数据无法转换为新类型，请另加字段。',
    values_too_long: '“{{field}}”中超过 {{max}} 个字符的值：{{count}} 个。',
    values_missing: '“{{field}}”有 {{count}} 行没有值，请先补全或设置默认值。',
    values_repeated: '“{{field}}”有 {{count}} 个值在多行中重复，不能设为唯一。',
    table_busy: '数据表“{{table}}”一直被其他事务占用，请稍后再试。',
    unconfirmed: '将有数据丢失，请输入“{{table}}”确认。',
    unchanged: '设计没有任何变化。',
    not_in_force: '“{{table}}”没有可更改的生效定义。',
    unreadable: '无法读取该内容，请检查格式。',
  },
  job: {
    busy: '“{{subject}}”已有任务在等待或运行，请等待其结束。',
    ended: '任务已结束。',
  },
  ledger: {
    insufficient: '可用数额不足：现有 {{available}}。',
    too_much: '超出账户可容纳的上限。',
    clerk_day: '已超出您今日的上限 {{limit}}，需由另一位管理员复核。',
    second_person: '一小时内累计达到 {{limit}} 的记账需由另一位管理员复核，请提交复核。',
    step_up: '一小时内累计达到 {{limit}} 的记账需确认您的密码。',
    same_person: '不能复核自己提交的记账，须由另一位管理员处理。',
    decided: '该申请已处理。',
    reversed: '该记录已冲正。',
    asked: '该记录的冲正申请已在等待复核。',
    no_reversal: '冲正记录不能再次冲正，请重新记账。',
  },
  config: {
    second_person: '此更改会降低安全性，须由另一位管理员批准。',
    same_person: '不能审批自己提交的变更，须由另一位管理员处理。',
    decided: '该变更已处理。',
    asked: '该设置已有变更等待审批。',
    moved: '该设置在提交后已被修改，请重新提交。',
    no_approver: '此更改须由另一位管理员批准，但目前无人可批准：有审批权的账号在最近 {{hours}} 小时内发生过变更。',
  },
  approval: {
    recent: '您的账号或权限在最近 {{hours}} 小时内由他人创建或变更过，须由另一位管理员审批。',
    related: '您在最近 {{hours}} 小时内创建过申请人的账号，或修改过其登录方式或权限，须由另一位管理员审批。',
  },
  recycle: { back: '该记录已不在回收状态。' },
  undo: { done: '这一操作已由{{name}}撤销。' },
  mutation: { reused: '该操作编号已用于其他内容。' },
  bulk: {
    too_many: '一次最多处理 {{max}} 条记录。',
    too_large: '这样长的内容一次最多修改 {{max}} 条记录。',
  },
  mail: {
    failed: '邮件发送失败：{{why}}',
    gone: '该消息无法再次发送。',
    trouble: {
      forbidden: '不允许连接该服务器。',
      connection: '无法连接邮件服务器。',
      timeout: '邮件服务器响应超时。',
      login: '邮件服务器拒绝了用户名或密码。',
      recipient: '邮件服务器拒绝了收件人。',
      rejected: '邮件服务器拒绝了邮件。',
      later: '邮件服务器要求稍后重试。',
      other: '邮件服务器中断了连接。',
    },
  },
};
