/** The interfaces of a demo plugin: test interfaces, so calls are answered with the example of their definition. */
import type { Json } from '../../../../../common/entity/field';

interface DemoInterface {
  readonly item: 'admin' | 'api' | 'third' | 'soa';
  readonly name: string;
  readonly url: string;
  /** Class and method of the definition. */
  readonly apiClass: string;
  readonly method: 'get' | 'post';
  readonly isLogin: boolean;
  readonly isAuth: boolean;
  readonly isSigned: boolean;
  readonly isOnline: boolean;
  readonly params: Json;
  readonly example: Json;
}

const NUMBER = { name: 'number', kind: 'string', required: true, min: 3, max: 20, info: '单号 Number' };

export const interfaces: readonly DemoInterface[] = [
  {
    ...{ item: 'admin', name: '列表查询 List', url: '/records/index', apiClass: 'Record/index', method: 'get' },
    ...{ isLogin: true, isAuth: true, isSigned: true, isOnline: true },
    params: [
      { name: 'page', kind: 'integer', required: true, min: 1, max: 1000, info: '页码 Page' },
      { name: 'state', kind: 'string', choices: ['open', 'done'], info: '状态 State' },
    ],
    example: {
      ...{ code: 1, msg: 'ok' },
      data: {
        rows: [
          { number: 'R-1042', title: '六号泵检修 Check of pump six', state: 'open' },
          { number: 'R-1041', title: '季度盘点 Quarterly count', state: 'done' },
        ],
        total: 2,
      },
    },
  },
  {
    ...{ item: 'admin', name: '保存 Save', url: '/records/save', apiClass: 'Record/save', method: 'post' },
    ...{ isLogin: true, isAuth: true, isSigned: true, isOnline: false },
    params: [NUMBER, { name: 'title', kind: 'string', required: true, max: 120, info: '标题 Title' }],
    example: { code: 1, msg: 'ok', data: { number: 'R-1043', revision: 2 } },
  },
  {
    ...{ item: 'api', name: '查询进度 Progress', url: '/progress', apiClass: 'Submit/progress', method: 'get' },
    ...{ isLogin: false, isAuth: false, isSigned: false, isOnline: true },
    params: [NUMBER],
    example: { code: 1, msg: 'ok', data: { number: 'R-1042', step: '复核 Review', percent: 60 } },
  },
  {
    ...{ item: 'api', name: '提交 Submit', url: '/submit', apiClass: 'Submit/create', method: 'post' },
    ...{ isLogin: true, isAuth: true, isSigned: true, isOnline: true },
    params: [{ name: 'title', kind: 'string', required: true, max: 120, info: '标题 Title' }],
    example: { code: 1, msg: 'ok', data: { number: 'R-1044' } },
  },
  {
    ...{ item: 'third', name: '回调 Callback', url: '/callback', apiClass: 'Callback/receive', method: 'post' },
    ...{ isLogin: false, isAuth: false, isSigned: true, isOnline: true },
    params: [NUMBER, { name: 'event', kind: 'string', choices: ['approved', 'refused'], info: '结果 Result' }],
    example: { code: 1, msg: 'ok', data: { received: true } },
  },
  {
    ...{ item: 'soa', name: '同步 Sync', url: '/sync', apiClass: 'Sync/run', method: 'post' },
    ...{ isLogin: true, isAuth: true, isSigned: true, isOnline: true },
    params: [],
    example: { code: 1, msg: 'ok', data: { changed: 3 } },
  },
];
