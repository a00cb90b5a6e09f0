/** 对账的结果与问题。 */
import type { reconciliation as english } from '../en/reconciliation';
import type { Translated } from '../translated';

export const reconciliation: Translated<typeof english> = {
  result: {
    title: '对账 {{id}}',
    going: '已核对 {{checked}} / {{total}} 条',
    sound: '共 {{checked}} 条：余额与流水一致，序号连续，校验码完好。',
    findings_one: '发现 {{count}} 处差异，未作任何修改。',
    findings_other: '发现 {{count}} 处差异，未作任何修改。',
    failed: '已中断，请重新发起。',
    mend: '请通过冲正或调整更正，两者都会保留在流水中。',
  },
  finding: {
    guard: '数据库缺少保护规则 {{name}}，下次启动时会自动重建。',
    place: '序号为 {{n}}，应为 {{next}}。',
    start: '变动前为 {{before}}，而账户当时为 {{stood}}。',
    sum: '变动前后与变动额不符。',
    seal: '与记账时的校验码不符。',
    head: '账户记为 {{n}} 条后 {{balance}}，流水为 {{entries}} 条后 {{walked}}。',
    lost: '账户缺失，但流水仍在。',
    figure: '会员资料显示 {{shown}}，账户实为 {{held}}。',
  },
};
