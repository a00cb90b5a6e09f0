/** Nothing secret gets into the log, whichever way it comes. */
import { expect, it } from '@jest/globals';
import { createLog } from './log';

function logged(fields: object, message = 'told'): string {
  const lines: string[] = [];
  createLog({ level: 'debug', write: (line) => lines.push(line) }).info(fields, message);
  return lines.join('');
}

it('writes one line of JSON an event, whatever is in the text', () => {
  const line = logged({ url: '/a\r\nfake: {"level":50}' }, 'one\ntwo');
  expect(line.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'one\ntwo' });
});

it('takes out tokens and passwords by name, in addresses and by their shape (T7.23)', () => {
  const canary = 'c4n4ry-very-secret';
  const line = logged(
    {
      headers: { batoken: canary, 'ba-user-token': canary, authorization: canary, cookie: canary },
      body: { username: 'ann', password: canary, list: [{ refreshToken: canary }] },
      url: `/admin/Terminal/index?command=x&batoken=${canary}&uuid=1`,
      database: `mariadb://ann:${canary}@localhost/db`,
      note: `found ba_a_${canary} in a text`,
      err: Object.assign(new Error(`INSERT '${canary}'`), { sqlMessage: 'Duplicate entry', errno: 1062 }),
    },
    `GET /x?token=${canary}`,
  );
  expect(line).not.toContain(canary);
  expect(line).toContain('ann');
  expect(line).toContain('Duplicate entry');
  expect(line).toContain('uuid=1');
});

it('says nothing at all when it is silent', () => {
  const lines: string[] = [];
  createLog({ level: 'silent', write: (line) => lines.push(line) }).error({}, 'no');
  expect(lines).toEqual([]);
});
