/** 激活码的显示与查看。 */
import type { Translated } from '../translated';
import type { activationCodes as en } from '../en/activationCodes';

export const activationCodes: Translated<typeof en> = {
  ends: '激活码，末四位 {{end}}',
  show: '显示激活码',
  show_row: '显示末四位为 {{end}} 的激活码',
  show_chosen: '显示激活码',
  title: '激活码',
  titles: '{{count}} 个激活码',
  noted: '查看操作已被记录。',
  label: '激活码',
  labels: '激活码，每行一个',
  copy: '复制',
  copied: '已复制。',
  copy_failed: '无法复制，请选中文本后自行复制。',
  done: '完成',
  cancel: '取消',
  series: '批量生成',
  series_title: '批量生成激活码',
  series_submit: '生成激活码',
  redeem: '为会员兑换',
  redeem_title: '为会员兑换激活码',
  redeem_submit: '兑换',
  member: '会员',
  partly_used: '已用 {{uses}}/{{num}}',
  fields: {
    series: '批次名称',
    count: '激活码数量',
    num: '每个可用次数',
    money: '余额',
    score: '积分',
    plugin_version_id: '插件版本',
    app_id: '应用',
    app_days: '应用天数',
    expire_time: '过期时间',
  },
};
