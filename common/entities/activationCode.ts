/** Activation code: members redeem it a limited number of times until it expires. Its row stores the code encrypted and shows its end. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, onOff, text } from '../entity/field';

export const activationCode = defineEntity('activation_code', {
  menu: 'request',
  icon: 'key',
  sensitivity: 'internal',
  fields: {
    /** The end of the code; `sealed` holds the whole code. */
    code: text({ required: true, readonly: true, max: 40, search: true }),
    expire_time: datetime(),
    use_status: choice({ unused: 1, used: 2 }, { default: 'unused', readonly: true }),
    num: integer({ default: 1, min: 1, max: 100_000 }),
    status: onOff(),
    /** The whole code, encrypted with a key of the installation and bound to its HMAC. */
    sealed: text({ readonly: true, max: 255, sensitivity: 'secret' }),
    /** HMAC of the code (blind index), the only way to find it. */
    mark: text({ readonly: true, max: 64, unique: true, sensitivity: 'secret' }),
  },
  title: 'code',
  list: { columns: ['id', 'code', 'num', 'use_status', 'expire_time', 'status', 'create_time'], sort: '-id' },
  form: ['code', ['num', 'expire_time'], ['use_status', 'status']],
  access: { staff: 'crud' },
  actions: ['reveal'],
  children: [{ entity: 'activation_use', by: 'code_id' }],
  labels: {
    en: {
      $one: 'Activation code',
      $many: 'Activation codes',
      $actions: { reveal: 'Show the code' },
      $help: {
        code: 'Made when it is added, so that nobody can guess it; its row shows the last four letters',
        num: 'How many members may redeem it, each once',
        expire_time: 'Without a time it never expires',
        use_status: 'Used once nobody can redeem it any more',
      },
      code: 'Code',
      expire_time: 'Expires',
      use_status: ['Use', { unused: 'Unused', used: 'Used' }],
      num: 'Redemptions',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
      sealed: 'Sealed code',
      mark: 'Mark',
    },
    'zh-cn': {
      $one: '激活码',
      $many: '激活码',
      $actions: { reveal: '显示激活码' },
      $help: {
        code: '添加时自动生成，无法被猜到；列表中只显示末四位',
        num: '可供多少位会员兑换，每人一次',
        expire_time: '不填表示永不过期',
        use_status: '次数用完后变为已使用',
      },
      code: '激活码',
      expire_time: '过期时间',
      use_status: ['使用状态', { unused: '未使用', used: '已使用' }],
      num: '可用次数',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
      sealed: '密文',
      mark: '标记',
    },
  },
});
