/** Security event: what somebody should know about an account. Written by the house, only ever added to. */
import { defineEntity } from '../entity/entity';
import { choice, json, ref, text } from '../entity/field';

export const securityEvent = defineEntity('security_event', {
  base: 'log',
  menu: 'auth',
  icon: 'security',
  sensitivity: 'internal',
  fields: {
    kind: choice(
      {
        refresh_reuse: 'refresh_reuse',
        many_failures: 'many_failures',
        new_device: 'new_device',
        password_changed: 'password_changed',
        sessions_ended: 'sessions_ended',
        first_admin: 'first_admin',
      },
      { readonly: true, required: true },
    ),
    name: text({ readonly: true, max: 30, search: true }),
    admin_id: ref('admin', { readonly: true }),
    user_id: ref('user', { readonly: true }),
    ip: text({ readonly: true, max: 45, search: true, sensitivity: 'restricted' }),
    useragent: text({ readonly: true, max: 255 }),
    detail: json({ readonly: true }),
  },
  title: 'name',
  list: { columns: ['id', 'kind', 'name', 'ip', 'useragent', 'create_time'], sort: '-id' },
  form: [['kind', 'name'], ['admin_id', 'user_id'], ['ip', 'useragent'], 'detail'],
  access: { staff: { read: true } },
  owner: 'admin_id',
  words: {
    en: {
      $one: 'Security event',
      $many: 'Security events',
      kind: [
        'What happened',
        {
          refresh_reuse: 'A used sign-in token came back: the session was ended',
          many_failures: 'Many wrong passwords',
          new_device: 'Signed in from a new place',
          password_changed: 'Password changed',
          sessions_ended: 'Signed out elsewhere',
          first_admin: 'First administrator created',
        },
      ],
      name: 'Account',
      admin_id: 'Admin',
      user_id: 'Member',
      ip: 'IP',
      useragent: 'User agent',
      detail: 'Details',
    },
    'zh-cn': {
      $one: '安全事件',
      $many: '安全事件',
      kind: [
        '事件',
        {
          refresh_reuse: '已用过的登录令牌再次出现，会话已终止',
          many_failures: '多次密码错误',
          new_device: '在新的地方登录',
          password_changed: '密码已修改',
          sessions_ended: '已在其他设备退出登录',
          first_admin: '创建了首位管理员',
        },
      ],
      name: '账号',
      admin_id: '管理员',
      user_id: '会员',
      ip: 'IP',
      useragent: '用户代理',
      detail: '详情',
    },
  },
});
