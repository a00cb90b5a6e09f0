/** Activation code: members redeem it a limited number of times until it expires. Its row stores the code encrypted and shows its last four characters. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, money, onOff, ref, text } from '../entity/field';

export const activationCode = defineEntity('activation_code', {
  menu: 'request',
  icon: 'qr_code',
  sensitivity: 'internal',
  fields: {
    /** The last four characters of the code; `sealed` holds the whole code. */
    code: text({ required: true, readonly: true, max: 40, search: true }),
    expire_time: datetime(),
    use_status: choice({ unused: 1, used: 2 }, { default: 'unused', readonly: true }),
    num: integer({ default: 1, min: 1, max: 100_000 }),
    /** The number of members who redeemed the code. */
    uses: integer({ default: 0, min: 0, readonly: true }),
    status: onOff(),
    /** Codes that were made together. */
    series: text({ max: 60, search: true }),
    /** The grants of one redemption. */
    money: money(),
    score: integer({ min: 0, max: 1_000_000_000 }),
    plugin_version_id: ref('plugin_version'),
    app_id: ref('app'),
    app_days: integer({ min: 1, max: 3_650 }),
    /** The admin who made the code: its grants count against the limits of that admin. */
    admin_id: ref('admin', { readonly: true }),
    /** The whole code, encrypted with a key of the installation and bound to its HMAC. */
    sealed: text({ readonly: true, max: 255, sensitivity: 'secret' }),
    /** HMAC of the code (blind index), the only way to find it. */
    mark: text({ readonly: true, max: 64, unique: true, sensitivity: 'secret' }),
  },
  title: 'code',
  list: {
    columns: [
      ...(['id', 'code', 'series', 'money', 'score', 'plugin_version_id', 'app_id', 'num', 'use_status'] as const),
      ...(['expire_time', 'status', 'create_time'] as const),
    ],
    sort: '-id',
  },
  form: [
    { group: 'code', rows: ['code', ['num', 'expire_time'], ['series', 'admin_id'], ['use_status', 'uses'], 'status'] },
    { group: 'grant', rows: [['money', 'score'], 'plugin_version_id', ['app_id', 'app_days']] },
  ],
  access: { staff: 'crud' },
  actions: ['reveal', 'redeem'],
  children: [
    { entity: 'activation_use', by: 'code_id' },
    { entity: 'entitlement', by: 'code_id' },
  ],
  labels: {
    en: {
      $one: 'Activation code',
      $many: 'Activation codes',
      $actions: { reveal: 'Show code', redeem: 'Redeem for a member' },
      $groups: { code: 'Code', grant: 'What it grants' },
      $help: {
        code: 'Generated automatically. Lists only show the last four letters',
        num: 'How many members can redeem it, once each',
        expire_time: 'Leave empty to never expire',
        use_status: 'Used when no redemptions are left',
        app_days: 'Added to the member’s remaining app access',
      },
      code: 'Code',
      expire_time: 'Expires',
      use_status: ['Usage', { unused: 'Unused', used: 'Used' }],
      num: 'Redemptions',
      uses: 'Redeemed',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
      series: 'Series',
      money: 'Balance',
      score: 'Points',
      plugin_version_id: 'Plugin version',
      app_id: 'App',
      app_days: 'App access (days)',
      admin_id: 'Created by',
      sealed: 'Encrypted code',
      mark: 'Mark',
    },
    'zh-cn': {
      $one: '激活码',
      $many: '激活码',
      $actions: { reveal: '显示激活码', redeem: '为会员兑换' },
      $groups: { code: '激活码', grant: '兑换内容' },
      $help: {
        code: '添加时自动生成，无法被猜到；列表中只显示末四位',
        num: '可供多少位会员兑换，每人一次',
        expire_time: '不填表示永不过期',
        use_status: '次数用完后变为已使用',
        app_days: '在会员已有的有效期上累加',
      },
      code: '激活码',
      expire_time: '过期时间',
      use_status: ['使用状态', { unused: '未使用', used: '已使用' }],
      num: '可用次数',
      uses: '已兑换次数',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
      series: '批次',
      money: '余额',
      score: '积分',
      plugin_version_id: '插件版本',
      app_id: '应用',
      app_days: '应用天数',
      admin_id: '制作人',
      sealed: '密文',
      mark: '标记',
    },
  },
});
