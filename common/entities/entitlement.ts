/** Entitlement: what an activation code gave a member to use: a plugin version, or an app until a moment. Written by redeeming only. */
import { defineEntity } from '../entity/entity';
import { datetime, ref, text } from '../entity/field';
import { publicIdField, publicIdLabels } from '../entity/publicId';

export const entitlement = defineEntity('entitlement', {
  menu: 'request',
  icon: 'verified',
  sensitivity: 'public',
  fields: {
    public_id: publicIdField(),
    user_id: ref('user', { required: true, readonly: true }),
    plugin_version_id: ref('plugin_version', { readonly: true }),
    app_id: ref('app', { readonly: true }),
    /** Null: without an end. */
    until: datetime({ readonly: true }),
    code_id: ref('activation_code', { readonly: true, sensitivity: 'internal' }),
    /** `<member>:version:<id>` or `<member>:app:<id>`: unique, so that a further code extends the row. */
    slot: text({ required: true, readonly: true, max: 60, unique: true, sensitivity: 'internal' }),
  },
  publicId: 'public_id',
  title: 'slot',
  list: { columns: ['id', 'user_id', 'plugin_version_id', 'app_id', 'until', 'code_id', 'create_time'], sort: '-id' },
  form: ['user_id', ['plugin_version_id', 'app_id'], ['until', 'code_id']],
  access: { staff: { read: true }, member: { read: { user_id: { actor: 'id' } } } },
  labels: {
    en: {
      $one: 'Entitlement',
      $many: 'Entitlements',
      public_id: publicIdLabels.en,
      user_id: 'Member',
      plugin_version_id: 'Plugin version',
      app_id: 'App',
      until: 'Until',
      code_id: 'Activation code',
      slot: 'Place',
    },
    'zh-cn': {
      $one: '权益',
      $many: '权益',
      public_id: publicIdLabels['zh-cn'],
      user_id: '会员',
      plugin_version_id: '插件版本',
      app_id: '应用',
      until: '有效期至',
      code_id: '激活码',
      slot: '位置',
    },
  },
});
