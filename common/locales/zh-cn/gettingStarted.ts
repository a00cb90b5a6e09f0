/** 仪表盘上方入门步骤的文字。 */
import type { gettingStarted as english } from '../en/gettingStarted';
import type { Translated } from '../translated';

export const gettingStarted: Translated<typeof english> = {
  title: '入门步骤',
  complete: '全部完成',
  progress: '已完成 {{done}}/{{count}}',
  dismiss: '隐藏入门步骤',
  done: '已完成',
  open: '待完成',
  step: {
    site: { title: '设置名称和标志', help: '显示在网站、后台和会员中心。', action: '打开系统设置' },
    colleague: { title: '邀请一位同事', help: '添加管理员，并选择其权限。', action: '添加管理员' },
    window: { title: '再打开一个窗口', help: '在一个窗口中修改，另一个窗口会同步变化。', action: '打开新窗口' },
    entity: { title: '创建自己的数据表', help: '设计字段，列表、表单和接口自动生成。', action: '打开设计器' },
    booking: { title: '调整会员余额', help: '会员会立即看到新的余额。', action: '选择会员' },
  },
};
