/** Market source: another installation whose catalog the marketplace shows, with the member account that pays there. */
import { defineEntity } from '../entity/entity';
import { datetime, onOff, text } from '../entity/field';

export const marketSource = defineEntity('market_source', {
  menu: 'developer',
  icon: 'storefront',
  sensitivity: 'internal',
  superOnly: true,
  fields: {
    title: text({ required: true, max: 60, search: true }),
    url: text({ required: true, max: 255, pattern: 'url', unique: true, search: true }),
    /** The member that the key belongs to; empty while no account is linked. */
    account: text({ readonly: true, max: 60, default: '' }),
    /** The key of that member, encrypted with a key of this installation and bound to the URL. */
    sealed_key: text({ readonly: true, max: 500, sensitivity: 'secret' }),
    checked_time: datetime({ readonly: true }),
    /** Why the catalog could not be read the last time; empty if it could. */
    failure: text({ readonly: true, max: 300, default: '' }),
    status: onOff(),
  },
  title: 'title',
  list: {
    columns: ['id', 'title', 'url', 'account', 'checked_time', 'failure', 'status', 'update_time'],
    sort: '-weigh',
  },
  form: [['title', 'url'], 'status', ['account', 'checked_time'], 'failure'],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Market source',
      $many: 'Market sources',
      $help: {
        url: 'The site’s URL, such as https://market.example.com',
        account: 'Link it in the marketplace. Changing the URL unlinks it',
      },
      title: 'Title',
      url: 'URL',
      account: 'Member account',
      sealed_key: 'Encrypted key',
      checked_time: 'Last read',
      failure: 'Error',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '市场来源',
      $many: '市场来源',
      $help: {
        url: '对方站点的地址，例如 https://market.example.com',
        account: '在模块市场中绑定；更换地址后自动解绑',
      },
      title: '名称',
      url: '地址',
      account: '会员账号',
      sealed_key: '密钥密文',
      checked_time: '最近读取',
      failure: '问题',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
