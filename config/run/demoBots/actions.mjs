/** What simulated people do: visitors look, members come and go, colleagues open records, type, save, book, and start tasks. */
import { setTimeout as pause } from 'node:timers/promises';
import { look } from './client.mjs';

/** @typedef {import('./client.mjs').Person} Person */
/** @typedef {import('./client.mjs').Answer} Answer */
/** @typedef {{ id: number, [name: string]: any }} Row */

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
];
const NAMES = [
  'Ada Winter',
  '林晓',
  'Noah Berg',
  '陈雨桐',
  'Mia Rossi',
  '周子墨',
  'Leo Novak',
  '苏婉清',
  'Eva Lindholm',
  '何嘉',
];
const SENTENCES = [
  'Read over once more this morning.',
  'Shorter, and with the new figures.',
  '已按最新资料核对。',
  'The picture follows tomorrow.',
];
let turn = 0;
/** @template T @param {readonly T[]} list @returns {T} */
const next = (list) => {
  turn += 1;
  return /** @type {T} */ (list[(turn * 7) % list.length]);
};

/** @param {Person} who @param {string} entity @param {number} limit @returns {Promise<readonly Row[]>} */
const rows = async (who, entity, limit = 20) =>
  (await who.ask(`/admin/${entity}/index?limit=${limit}`)).data?.list ?? [];

/** @returns {Promise<undefined>} */
export async function visit() {
  await look(next(['/', '/', '/', '/user/login']), `${next(BROWSERS)} Demo/${next([1, 2, 3, 4, 5, 6, 7, 8, 9])}`);
  return undefined;
}

/** @param {Person} who @returns {Promise<Answer>} */
export const register = (who) =>
  who.ask('/admin/user/add', {
    username: `demo_${Date.now().toString(36).slice(-7)}`,
    nickname: next(NAMES),
    password: 'Colleague-7',
    status: 1,
  });

/** @param {Person} who @returns {Promise<Answer | undefined>} */
export async function book(who) {
  const list = await rows(who, 'user', 10);
  if (list.length === 0) return undefined;
  const money = next(['12.50', '8.00', '120.00', '3.20', '45.90']);
  const memo = next(['Order paid', 'Refund', '活动返现']);
  return who.ask('/admin/user_money_log/add', { user_id: next(list).id, money, memo });
}

/** Creates a trial request, or processes one. @param {Person} who @returns {Promise<Answer | undefined>} */
export async function follow(who) {
  who.stand({ e: 'lead', id: null, f: null });
  const open = (await rows(who, 'lead')).filter((row) => row['handle_status'] < 2);
  if (open.length < 3)
    return who.ask('/admin/lead/add', {
      name: next(NAMES),
      mobile: '13812340101',
      content: 'How much is it for forty people?',
    });
  const row = next(open);
  who.stand({ e: 'lead', id: row.id, f: 'handle_status', typed: true });
  return who.ask('/admin/lead/edit', { id: row.id, handle_status: row['handle_status'] + 1 });
}

/** Opens a news article, types for a while and saves: faces, a claimed field, a changed row. @param {Person} who @param {number} pace @returns {Promise<Answer | undefined>} */
export async function write(who, pace) {
  who.stand({ e: 'news', id: null, f: null });
  const list = await rows(who, 'news', 6);
  if (list.length === 0) return undefined;
  const { id, revision, description = '' } = next(list);
  for (let key = 0; key < 4; key += 1) {
    who.stand({ e: 'news', id, f: 'description', typed: true });
    await pause(pace);
  }
  const text = next(SENTENCES);
  const answer = await who.ask('/admin/news/edit', {
    id,
    revision,
    description: description === text ? next(SENTENCES) : text,
    _base: { description },
  });
  who.stand({ e: 'news', id, f: null });
  return answer;
}

/** A member opens the centre, checks in for the day, and closes it again some time later. @param {Person} who @returns {Promise<undefined>} */
export async function comeAndGo(who) {
  if (who.socket?.connected) who.leave();
  else {
    await who.arrive();
    await who.ask('/api/account/dailyCheckIn', {});
  }
  return undefined;
}

/** A task in the shared terminal, which waits, runs and ends before everybody's eyes. @param {Person} who @returns {Promise<Answer | undefined>} */
export async function task(who) {
  await who.ask('/admin/terminal/clear', {});
  return who.ask('/admin/terminal/add', { command: next(['verify.run', 'version.node']), again: true });
}
