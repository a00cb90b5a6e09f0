/** Market key: lets the console of another installation buy and download for one member. The key itself is not stored. */
import { defineEntity } from '../entity/entity';
import { ref, text } from '../entity/field';
import { tokenFields, tokenLabels } from './parts/tokenFields';

export const marketKey = defineEntity('market_key', {
  menu: 'users',
  icon: 'lock',
  sensitivity: 'internal',
  superOnly: true,
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', search: true }),
    user_id: ref('user', { required: true, readonly: true }),
    ...tokenFields,
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'user_id', 'expire_time', 'last_used_time', 'last_used_ip', 'status', 'create_time'],
    sort: '-id',
  },
  form: ['name', 'user_id', ['expire_time', 'status']],
  access: { staff: { read: true, update: true, remove: true } },
  labels: {
    en: {
      ...tokenLabels.en,
      $one: 'Market key',
      $many: 'Market keys',
      user_id: 'Member',
      shown_time: 'Key shown',
      last_used_time: 'Last used',
      last_used_ip: 'Last used from',
    },
    'zh-cn': {
      ...tokenLabels['zh-cn'],
      $one: '市场密钥',
      $many: '市场密钥',
      user_id: '会员',
      shown_time: '密钥显示时间',
      last_used_time: '最近使用',
      last_used_ip: '最近使用的 IP',
    },
  },
});
