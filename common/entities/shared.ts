/** Parts that several entities share: public read access, headcount ranges, and the API fields of plugins. */
import { choice, onOffSwitch, text } from '../entity/field';

/** Guests and members read only the rows with an enabled status. */
export const PUBLIC_READ = { guest: { read: { status: 1 } }, member: { read: { status: 1 } } } as const;

/** Ranges of the number of employees. */
export const HEADCOUNT = { from_1: 1, from_50: 2, from_150: 3, from_300: 4, from_3000: 5 } as const;
export const HEADCOUNT_LABELS = {
  from_1: '1-49',
  from_50: '50-149',
  from_150: '150-299',
  from_300: '300-2999',
  from_3000: '3000+',
} as const;

/** An interface of a plugin, and its route: set by routing, never by hand. */
export const apiFields = {
  name: text({ required: true, max: 60, search: true }),
  url: text({ required: true, max: 255, pattern: 'path', search: true }),
  item: choice({ admin: 'admin', api: 'api', third: 'third', soa: 'soa' }, { default: 'api' }),
  is_login: onOffSwitch({ default: 1, confirmChangeTo: [0] }),
  is_auth: onOffSwitch({ default: 1, confirmChangeTo: [0] }),
  route_id: text({ max: 64, readonly: true }),
  route_status: choice({ offline: 0, online: 1 }, { default: 'offline', as: 'radio' }),
} as const;
export const apiTransitions = {
  go_online: { from: ['offline'], to: 'online', node: 'route' },
  go_offline: { from: ['online'], to: 'offline', node: 'route' },
} as const;
export const apiLabels = {
  en: {
    name: 'Name',
    url: 'URL',
    item: ['Audience', { admin: 'Admin', api: 'API', third: 'Third party', soa: 'SOA' }],
    is_login: 'Requires sign-in',
    is_auth: 'Requires permission',
    route_id: 'Route',
    route_status: ['Route status', { offline: 'Offline', online: 'Online' }],
  },
  'zh-cn': {
    name: '接口名称',
    url: '接口地址',
    item: ['所属端', { admin: '管理端 admin', api: '用户端 api', third: '第三方 third', soa: '服务 soa' }],
    is_login: '需要登录',
    is_auth: '校验权限',
    route_id: '路由 ID',
    route_status: ['路由状态', { offline: '下线', online: '上线' }],
  },
} as const;
export const apiHelp = {
  en: {
    url: 'The path of the API, starting with /',
    item: 'Who can call it: admins, members, third-party programs or services on the private network',
    is_login: 'Admins and members must be signed in. Programs must sign their calls',
    is_auth: 'Admins need the permission, members must belong to the enterprise, apps need the group',
    route_id: 'The gateway route, set when the API goes online',
  },
  'zh-cn': {
    url: '接口路径，以 / 开头',
    item: '由谁调用：管理员、会员、第三方程序或内网服务',
    is_login: '管理员和会员必须登录；程序必须签名',
    is_auth: '管理员需要权限，会员须属于该企业，应用须有该分组',
    route_id: '网关中的路由，上线时自动生成',
  },
} as const;
