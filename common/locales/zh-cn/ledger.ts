/** 记账的文字：调整会员余额与积分、即时预览，以及冲正。 */
import type { ledger as english } from '../en/ledger';
import type { Translated } from '../translated';

export const ledger: Translated<typeof english> = {
  adjust: '调整{{name}}的余额或积分',
  kind: { money: '余额', score: '积分' },
  amount: '变动',
  amount_help: '带正负号：50 为增加，-50 为扣减',
  amount_bad: { money: '请输入最多两位小数的金额', score: '请输入整数' },
  memo: '变动说明',
  memo_help: '会员可以看到此说明',
  memo_missing: '请填写说明',
  preview: '{{before}} → {{after}}',
  preview_label: '预览',
  short: { money: '余额不足：可用 {{available}}', score: '积分不足：可用 {{available}}' },
  submit: '记账',
  done: '已记为第 {{n}} 条，现为 {{after}}',
  delivered_one: '已送达 {{count}} 台设备',
  delivered_other: '已送达 {{count}} 台设备',
  waits: '会员上线后即可看到',
  reverse: '冲正第 {{n}} 条',
  reverse_title: '冲正第 {{n}} 条',
  reverse_text: '原记录保留，另记一条抵消其金额。会员可以看到两条记录及您的说明。',
  reverse_submit: '冲正',
  reversed: '已冲正。',
  second: {
    needed: '该金额需由另一位管理员复核。',
    ask: '提交复核',
    asked: '已提交，等待另一位管理员复核。',
    about: '{{amount}}：{{memo}}（申请人：{{name}}）',
    memo_help: '申请人可以看到此说明',
    title: { approve: '批准并入账', refuse: '驳回入账', withdraw: '撤回申请' },
    submit: { approve: '批准', refuse: '驳回', withdraw: '撤回' },
    button: { approve: '批准第 {{id}} 号申请', refuse: '驳回第 {{id}} 号申请', withdraw: '撤回第 {{id}} 号申请' },
    done: { approve: '已批准并入账。', refuse: '已驳回。', withdraw: '已撤回。' },
  },
};
