/** 会员服务的文字：通知、客服查看与“非本人操作”。 */
import type { memberSupport as english } from '../en/memberSupport';
import type { Translated } from '../translated';

export const memberSupport: Translated<typeof english> = {
  adjust: { both: '调整余额或积分', money: '调整余额', score: '调整积分' },
  online_one: '会员在线（{{count}} 台设备）',
  online_other: '会员在线（{{count}} 台设备）',
  offline: '会员离线',
  seen_one: '第 {{n}} 条已于 {{time}} 在 {{count}} 台设备上查看',
  seen_other: '第 {{n}} 条已于 {{time}} 在 {{count}} 台设备上查看',
  delivered_one: '第 {{n}} 条已送达 {{count}} 台设备，尚未查看',
  delivered_other: '第 {{n}} 条已送达 {{count}} 台设备，尚未查看',
  changed: '{{ago}}变动：{{memo}}',
  factor: {
    open: '关闭两步验证',
    title: '关闭{{name}}的两步验证？',
    text: '用于会员丢失手机和恢复码的情况，请先核实身份。会员将被强制下线并收到通知，之后仅凭密码登录。',
    submit: '关闭',
  },
  notice: {
    open: '发送通知',
    title: '向{{name}}发送通知',
    text: '通知内容',
    help: '会员会立即收到，不显示您的姓名',
    send: '发送',
  },
  support: {
    open: '只读查看会员页面',
    title: '查看{{name}}的账号',
    reason: '查看原因',
    help: '会员可以看到此原因，管理员日志中也会保留',
    submit: '打开账号',
    blocked: '浏览器拦截了新标签页。此链接一分钟内有效。',
    open_tab: '在新标签页中打开',
    entering: '正在打开账号',
    over: '该链接已使用或已过期。',
    until: '{{time}} 自动结束，仅可查看',
  },
  not_me: {
    title: '非本人操作',
    text: '您的账号被他人更改？点击下方按钮将退出所有登录、作废当前密码、恢复您的邮箱和手机号，并锁定账号三天。',
    submit: '退出所有登录并锁定账号',
    done: '所有登录均已退出，账号已恢复原状。请用发送到收到此链接的邮箱的验证码设置新密码。',
  },
};
