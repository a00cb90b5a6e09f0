/** Visit: page views of the site and the member centre within a quarter of an hour. Only the server writes it. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer } from '../entity/field';

export const visit = defineEntity('visit', {
  menu: 'routine',
  icon: 'explore',
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
      $one: 'Visits of a quarter hour',
      $many: 'Visits',
      $help: {
        pages: 'Pages looked at by people; robots are not counted',
        visitors: 'People who came for the first time that day; they are told apart without keeping who they are',
      },
      quarter: 'From',
      side: ['Where', { site: 'Site', member: 'Member centre' }],
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
