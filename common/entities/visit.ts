/** Visit: page views of the site and the member center within a quarter of an hour. Only the server writes it. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer } from '../entity/field';

export const visit = defineEntity('visit', {
  menu: 'routine',
  icon: 'travel_explore',
  sensitivity: 'internal',
  fields: {
    quarter: datetime({ required: true, readonly: true }),
    side: choice({ site: 'site', member: 'member' }, { readonly: true, default: 'site' }),
    pages: integer({ default: 0, readonly: true }),
    visitors: integer({ default: 0, readonly: true }),
  },
  title: 'quarter',
  list: { columns: ['id', 'quarter', 'side', 'pages', 'visitors'], sort: '-quarter' },
  form: [
    ['quarter', 'side'],
    ['pages', 'visitors'],
  ],
  access: { staff: { read: true } },
  noHistory: true,
  labels: {
    en: {
      $one: 'Visits per 15 minutes',
      $many: 'Visits',
      $help: {
        pages: 'Page views by people. Bots aren’t counted',
        visitors: 'First visit that day. Counted without storing who they are',
      },
      quarter: 'Time',
      side: ['App', { site: 'Site', member: 'Member center' }],
      pages: 'Page views',
      visitors: 'New visitors',
    },
    'zh-cn': {
      $one: '一刻钟访问',
      $many: '访问统计',
      $help: { pages: '访客浏览的页面数，不含爬虫', visitors: '当天首次到访的人数；仅用于去重，不保留身份信息' },
      quarter: '起始时间',
      side: ['位置', { site: '网站', member: '会员中心' }],
      pages: '浏览量',
      visitors: '新访客',
    },
  },
});
