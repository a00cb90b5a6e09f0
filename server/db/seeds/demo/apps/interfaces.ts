/** The interfaces of a demo plugin: test interfaces, so calls return the example of their definition. */
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

const NUMBER = { name: 'number', kind: 'string', required: true, min: 3, max: 20, info: 'Number' };

export const interfaces: readonly DemoInterface[] = [
  {
    item: 'admin',
    name: 'List records',
    url: '/records/index',
    apiClass: 'Record/index',
    method: 'get',
    isLogin: true,
    isAuth: true,
    isSigned: true,
    isOnline: true,
    params: [
      { name: 'page', kind: 'integer', required: true, min: 1, max: 1000, info: 'Page' },
      { name: 'state', kind: 'string', choices: ['open', 'done'], info: 'State' },
    ],
    example: {
      code: 1,
      msg: 'ok',
      data: {
        rows: [
          { number: 'R-1042', title: 'Inspection of pump 6', state: 'open' },
          { number: 'R-1041', title: 'Quarterly stock count', state: 'done' },
        ],
        total: 2,
      },
    },
  },
  {
    item: 'admin',
    name: 'Save record',
    url: '/records/save',
    apiClass: 'Record/save',
    method: 'post',
    isLogin: true,
    isAuth: true,
    isSigned: true,
    isOnline: false,
    params: [NUMBER, { name: 'title', kind: 'string', required: true, max: 120, info: 'Title' }],
    example: { code: 1, msg: 'ok', data: { number: 'R-1043', revision: 2 } },
  },
  {
    item: 'api',
    name: 'Get progress',
    url: '/progress',
    apiClass: 'Submit/progress',
    method: 'get',
    isLogin: false,
    isAuth: false,
    isSigned: false,
    isOnline: true,
    params: [NUMBER],
    example: { code: 1, msg: 'ok', data: { number: 'R-1042', step: 'Review', percent: 60 } },
  },
  {
    item: 'api',
    name: 'Submit record',
    url: '/submit',
    apiClass: 'Submit/create',
    method: 'post',
    isLogin: true,
    isAuth: true,
    isSigned: true,
    isOnline: true,
    params: [{ name: 'title', kind: 'string', required: true, max: 120, info: 'Title' }],
    example: { code: 1, msg: 'ok', data: { number: 'R-1044' } },
  },
  {
    item: 'third',
    name: 'Receive result',
    url: '/callback',
    apiClass: 'Callback/receive',
    method: 'post',
    isLogin: false,
    isAuth: false,
    isSigned: true,
    isOnline: true,
    params: [NUMBER, { name: 'event', kind: 'string', choices: ['approved', 'rejected'], info: 'Result' }],
    example: { code: 1, msg: 'ok', data: { received: true } },
  },
  {
    item: 'soa',
    name: 'Sync records',
    url: '/sync',
    apiClass: 'Sync/run',
    method: 'post',
    isLogin: true,
    isAuth: true,
    isSigned: true,
    isOnline: true,
    params: [],
    example: { code: 1, msg: 'ok', data: { changed: 3 } },
  },
];
