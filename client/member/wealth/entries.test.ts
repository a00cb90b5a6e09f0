/** What narrows a history is asked for and listened for in the same words. */
import { expect, it } from '@jest/globals';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { matcher } from '../../../common/entity/match';
import { condsOf } from './entries';

it('tells entries that match from those that do not', () => {
  const at = Math.floor(new Date(2026, 10, 22, 12).getTime() / 1000);
  const hears = (filter: Omit<Parameters<typeof condsOf>[0], 'kind'>, money: number) =>
    matcher(userMoneyLog, { all: condsOf({ kind: 'money', ...filter }) })({ money, type: 'adjust', create_time: at });
  expect([hears({}, 500), hears({ sign: 'in' }, 500), hears({ sign: 'out' }, 500)]).toEqual([true, true, false]);
  expect([hears({ sign: 'out' }, -500), hears({ type: 'sign_in' }, 500)]).toEqual([true, false]);
  expect([hears({ to: '2026-11-21' }, 500), hears({ from: '2026-11-22', to: '2026-11-22' }, 500)]).toEqual([
    false,
    true,
  ]);
});
