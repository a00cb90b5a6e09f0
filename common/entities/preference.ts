/** Preference: a setting of one person, the same on every device. */
import { defineEntity } from '../entity/entity';
import { choice, integer, json, text } from '../entity/field';
import { publicIdField, publicIdLabels } from '../entity/publicId';

export const preference = defineEntity('preference', {
  menu: 'routine',
  icon: 'tune',
  // Only its person reads a row; members read theirs as well.
  sensitivity: 'public',
  personal: true,
  fields: {
    public_id: publicIdField(),
    realm: choice({ admin: 'admin', member: 'member' }, { readonly: true, required: true }),
    person_id: integer({ readonly: true, required: true, min: 1 }),
    name: choice(
      { notices: 'notices', dashboard: 'dashboard', favorites: 'favorites', getting_started: 'getting_started' },
      { readonly: true, required: true },
    ),
    /** `admin:7:notices`: unique, so that concurrent requests create one row per person and name. */
    slot: text({ readonly: true, required: true, unique: true, max: 60 }),
    value: json({ readonly: true }),
  },
  publicId: 'public_id',
  title: 'slot',
  list: { columns: ['id', 'name', 'update_time'], sort: 'id' },
  form: ['slot'],
  access: {
    staff: { read: { realm: 'admin', person_id: { actor: 'id' } } },
    member: { read: { realm: 'member', person_id: { actor: 'id' } } },
  },
  labels: {
    en: {
      $one: 'Preference',
      $many: 'Preferences',
      public_id: publicIdLabels.en,
      realm: ['App', { admin: 'Console', member: 'Member center' }],
      person_id: 'Person',
      name: [
        'Setting',
        {
          notices: 'Notifications',
          dashboard: 'Dashboard',
          favorites: 'Favorites',
          getting_started: 'First steps',
        },
      ],
      slot: 'Place',
      value: 'Value',
    },
    'zh-cn': {
      $one: '偏好',
      $many: '偏好',
      public_id: publicIdLabels['zh-cn'],
      realm: ['端', { admin: '管理后台', member: '会员中心' }],
      person_id: '用户',
      name: ['内容', { notices: '通知', dashboard: '仪表盘', favorites: '收藏', getting_started: '入门步骤' }],
      slot: '位置',
      value: '选择',
    },
  },
});
