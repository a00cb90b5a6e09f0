/** Actions of the simulated people: visitors open pages, members use the member center, colleagues open records, type, save, book, and start tasks. */
import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from './client.mjs';

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

/** @param {Person} person @param {string} entity @param {number} limit @returns {Promise<readonly Row[]>} */
const rows = async (person, entity, limit = 20) =>
  (await person.request(`/admin/${entity}/index?limit=${limit}`)).data?.list ?? [];

/** @returns {Promise<undefined>} */
export async function visit() {
  await openPage(next(['/', '/', '/', '/user/login']), `${next(BROWSERS)} Demo/${next([1, 2, 3, 4, 5, 6, 7, 8, 9])}`);
  return undefined;
}

/** @param {Person} person @returns {Promise<Answer>} */
export const register = (person) =>
  person.request('/admin/user/add', {
    username: `demo_${Date.now().toString(36).slice(-7)}`,
    nickname: next(NAMES),
    password: 'Colleague-7',
    status: 1,
  });

/** @param {Person} person @returns {Promise<Answer | undefined>} */
export async function book(person) {
  const list = await rows(person, 'user', 10);
  if (list.length === 0) return undefined;
  const money = next(['12.50', '8.00', '120.00', '3.20', '45.90']);
  const memo = next(['Order paid', 'Refund', '活动返现']);
  return person.request('/admin/user_money_log/add', { user_id: next(list).id, money, memo });
}

/** Creates a trial request, or processes one. @param {Person} person @returns {Promise<Answer | undefined>} */
export async function processTrialRequest(person) {
  person.sendLocation({ e: 'lead', id: null, f: null });
  const open = (await rows(person, 'lead')).filter((row) => row['handle_status'] < 2);
  if (open.length < 3)
    return person.request('/admin/lead/add', {
      name: next(NAMES),
      mobile: '13812340101',
      content: 'How much is it for forty people?',
    });
  const row = next(open);
  person.sendLocation({ e: 'lead', id: row.id, f: 'handle_status', typed: true });
  return person.request('/admin/lead/edit', { id: row.id, handle_status: row['handle_status'] + 1 });
}

/** Opens a news article, types for a while and saves it. Other windows show its avatar, the claimed field and the changed row. @param {Person} person @param {number} pace @returns {Promise<Answer | undefined>} */
export async function write(person, pace) {
  person.sendLocation({ e: 'news', id: null, f: null });
  const list = await rows(person, 'news', 6);
  if (list.length === 0) return undefined;
  const { id, revision, description = '' } = next(list);
  for (let key = 0; key < 4; key += 1) {
    person.sendLocation({ e: 'news', id, f: 'description', typed: true });
    await pause(pace);
  }
  const text = next(SENTENCES);
  const answer = await person.request('/admin/news/edit', {
    id,
    revision,
    description: description === text ? next(SENTENCES) : text,
    _base: { description },
  });
  person.sendLocation({ e: 'news', id, f: null });
  return answer;
}

/** Opens the member center and checks in for the day; the next call closes it again. @param {Person} person @returns {Promise<undefined>} */
export async function visitMemberCenter(person) {
  if (person.socket?.connected) person.disconnectLive();
  else {
    await person.connectLive();
    await person.request('/api/account/dailyCheckIn', {});
  }
  return undefined;
}

/** Starts a task in the shared terminal, which all open terminal pages show. @param {Person} person @returns {Promise<Answer | undefined>} */
export async function task(person) {
  await person.request('/admin/terminal/clear', {});
  return person.request('/admin/terminal/add', { command: next(['verify.run', 'version.node']), again: true });
}
