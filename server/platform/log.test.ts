/** No secret reaches the log in any form. */
import { describe, expect, it } from '@jest/globals';
import { createLog, redactText, REDACTIONS } from './log';

function logged(fields: object, message = 'logged'): string {
  const lines: string[] = [];
  createLog({ level: 'debug', write: (line) => lines.push(line) }).info(fields, message);
  return lines.join('');
}

it('createLog: writes one line of JSON for each event, for any text', () => {
  const line = logged({ url: '/a\r\nfake: {"level":50}' }, 'one\ntwo');
  expect(line.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'one\ntwo' });
});

// @case T7.23
it('createLog: redacts tokens and passwords by name, in URLs and by their form', () => {
  const canary = 'c4n4ry-very-secret';
  const line = logged(
    {
      headers: { batoken: canary, 'ba-user-token': canary, authorization: canary, cookie: canary },
      body: { username: 'ann', password: canary, list: [{ refreshToken: canary }] },
      ticket: `GET /user/login?support=${canary}`,
      link: `GET /user/login?notme=${canary}`,
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

it('createLog: writes nothing at level silent', () => {
  const lines: string[] = [];
  createLog({ level: 'silent', write: (line) => lines.push(line) }).error({}, 'no');
  expect(lines).toEqual([]);
});

/** The shortest of three runs, so that a busy machine does not matter. */
function minDuration(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...times);
}

// @case H1
describe('redactText: 16 KB of one character', () => {
  const LENGTH = 16 * 1024;
  const characters = [
    'a',
    'A',
    '2',
    '_',
    '-',
    '.',
    ':',
    '/',
    '@',
    '?',
    '&',
    '=',
    '%',
    '+',
    ' ',
    '\t',
    'ba_a_',
    '://',
    ':// :',
  ];

  it.each(characters)('text of %j takes no log expression more than 20 ms', (character) => {
    const text = character.repeat(LENGTH / character.length);
    for (const [pattern] of REDACTIONS)
      expect([pattern.source, minDuration(() => text.replace(pattern, '')) < 20]).toEqual([pattern.source, true]);
  });

  it('text of 16 MB is cut before an expression runs', () => {
    const text = 'ba_a_'.repeat((16 * 1024 * 1024) / 5);
    expect(minDuration(() => redactText(text)) < 50).toBe(true);
    expect(redactText('ab '.repeat(10_000), 300)).toHaveLength(300);
    expect(logged({ text })).not.toMatch(/\w{9000}/);
  });
});

it('redactText: redacts a secret across the cut', () => {
  const token = 'ba_a_c4n4ryc4n4ryc4n4ry';
  for (let before = 280; before < 300; before += 1) {
    expect(redactText(`${'x'.repeat(before - 1)} ${token}`, 300)).not.toContain('c4n4');
  }
});

it('redactText: redacts the password of a URL without a user name', () => {
  expect(redactText('redis://:c4n4ry@cache/0')).toBe('redis://:[redacted]@cache/0');
  expect(redactText('no secret in http://[::1]:8080/a@b')).toBe('no secret in http://[::1]:8080/a@b');
});
