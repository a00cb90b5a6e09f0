/** API token: lets a program act for one admin, with fewer permissions and until a day. The token itself is not stored. */
import { defineEntity } from '../entity/entity';
import { array, ref, text } from '../entity/field';
import { tokenFields, tokenLabels } from './parts/tokenFields';

export const apiToken = defineEntity('api_token', {
  menu: 'auth',
  icon: 'key',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', search: true }),
    admin_id: ref('admin', { readonly: true }),
    scopes: array({ required: true }),
    ...tokenFields,
  },
  title: 'name',
  list: {
    columns: [
      'id',
      'name',
      'shown_time',
      'admin_id',
      'scopes',
      'expire_time',
      'last_used_time',
      'last_used_ip',
      'status',
    ],
    sort: '-id',
  },
  form: ['name', 'scopes', ['expire_time', 'status']],
  access: { staff: 'crud' },
  owner: 'admin_id',
  labels: {
    en: {
      ...tokenLabels.en,
      $one: 'API token',
      $many: 'API tokens',
      $help: {
        scopes: 'What the program can do. Never more than its owner can',
        expire_time: 'At most one year from now',
      },
      admin_id: 'Acts for',
      scopes: 'Permissions',
      shown_time: 'Token',
      last_used_time: 'Last used',
      last_used_ip: 'Last used from',
    },
    'zh-cn': {
      ...tokenLabels['zh-cn'],
      $one: 'API 令牌',
      $many: 'API 令牌',
      $help: {
        scopes: '程序可以执行的操作，且不超出令牌所有者自己的权限',
        expire_time: '最长一年',
      },
      admin_id: '代表的管理员',
      scopes: '权限',
      shown_time: '令牌',
      last_used_time: '最近使用',
      last_used_ip: '最近使用的 IP',
    },
  },
});
