/** 会员服务：通知、客服查看、对账，以及“非本人操作”。 */
import type { care as english } from '../en/care';
import type { Translated } from '../translated';

export const care: Translated<typeof english> = {
  adjust: '调整余额或积分',
  online_one: '会员在线（{{count}} 台设备）',
  online_other: '会员在线（{{count}} 台设备）',
  offline: '会员离线',
  seen_one: '第 {{n}} 条已于 {{time}} 在 {{count}} 台设备上查看',
  seen_other: '第 {{n}} 条已于 {{time}} 在 {{count}} 台设备上查看',
  delivered_one: '第 {{n}} 条已送达 {{count}} 台设备，尚未查看',
  delivered_other: '第 {{n}} 条已送达 {{count}} 台设备，尚未查看',
  changed: '{{ago}}变动：{{memo}}',
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
  reconciled: {
    title: '对账 {{id}}',
    going: '已核对 {{checked}} / {{total}} 条',
    sound: '共 {{checked}} 条：余额与流水一致，序号连续，校验码完好。',
    findings_one: '发现 {{count}} 处差异，未作任何修改。',
    findings_other: '发现 {{count}} 处差异，未作任何修改。',
    failed: '已中断，请重新发起。',
    mend: '请通过冲正或调整入账更正，两者都会保留在流水中。',
  },
  finding: {
    guard: '数据库缺少保护规则 {{name}}，下次启动时会自动重建。',
    place: '序号为 {{n}}，应为 {{next}}。',
    start: '变动前为 {{before}}，而账户当时为 {{stood}}。',
    sum: '变动前后与变动额不符。',
    seal: '与入账时的校验码不符。',
    head: '账户记为 {{n}} 条后 {{balance}}，流水为 {{entries}} 条后 {{walked}}。',
    lost: '账户缺失，但流水仍在。',
    figure: '会员资料显示 {{shown}}，账户实为 {{held}}。',
  },
};
