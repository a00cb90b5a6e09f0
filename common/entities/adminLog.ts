/** Audit log: who did what in the console. Append-only. */
import { defineEntity } from '../entity/entity';
import { json, ref, text } from '../entity/field';

export const adminLog = defineEntity('admin_log', {
  base: 'log',
  menu: 'auth',
  icon: 'history',
  sensitivity: 'internal',
  fields: {
    admin_id: ref('admin', { readonly: true }),
    username: text({ readonly: true, max: 30, search: true, display: 'person' }),
    title: text({ readonly: true, max: 120, search: true }),
    data: json({ readonly: true }),
    url: text({ readonly: true, max: 1000 }),
    ip: text({ readonly: true, max: 45, search: true, sensitivity: 'restricted' }),
    useragent: text({ readonly: true, max: 255, display: 'browser' }),
  },
  title: 'title',
  list: {
    columns: ['id', 'username', 'title', 'url', 'ip', 'useragent', 'create_time'],
    optional: ['url'],
    sort: '-id',
  },
  form: [['username', 'title'], 'url', ['ip', 'useragent'], 'data'],
  access: { staff: { read: true } },
  owner: 'admin_id',
  labels: {
    en: {
      $one: 'Admin log entry',
      $many: 'Admin log',
      $help: { data: 'Secret values are masked' },
      $rows: 'admin log entries',
      admin_id: 'Admin',
      username: 'Username',
      title: 'Title',
      data: 'Request data',
      url: 'URL',
      ip: 'IP',
      useragent: 'Browser',
    },
    'zh-cn': {
      $one: '管理员日志',
      $many: '管理员日志',
      $help: { data: '机密内容在写入前已被遮盖' },
      admin_id: '管理员',
      username: '用户名',
      title: '标题',
      data: '请求数据',
      url: '请求地址',
      ip: 'IP',
      useragent: '浏览器',
    },
  },
});
