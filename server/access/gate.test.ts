/** Few at once, some ahead of others, nobody for ever. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../common/limits';
import { gate } from './gate';

/** A job that lasts until it is let go. */
function held() {
  let release: () => void = () => undefined;
  const over = new Promise<void>((done) => {
    release = done;
  });
  return { job: () => over, end: () => release() };
}
const quick = (said: string[], name: string) => async () => void said.push(name);

describe('a gate', () => {
  it('lets those ahead in first, and the others in the order they came', async () => {
    const inTurn = gate(1);
    const [said, long]: [string[], ReturnType<typeof held>] = [[], held()];
    const all = [
      inTurn(long.job),
      ...['one', 'two'].map((name) => inTurn(quick(said, name))),
      inTurn(quick(said, 'ahead'), true),
    ];
    long.end();
    await Promise.all(all);
    expect(said).toEqual(['ahead', 'one', 'two']);
  });

  it('refuses who comes to a full queue, at once', async () => {
    const inTurn = gate(1);
    const [said, long]: [string[], ReturnType<typeof held>] = [[], held()];
    const waiting = [inTurn(long.job), ...Array.from({ length: LIMITS.hashQueue }, () => inTurn(quick(said, 'x')))];
    await expect(inTurn(quick(said, 'late'))).rejects.toMatchObject({ code: 'too_many' });
    long.end();
    await Promise.all(waiting);
    expect(said).toEqual(Array.from({ length: LIMITS.hashQueue }, () => 'x'));
  });

  it('refuses who waited too long, and goes on with whoever comes then', async () => {
    let time = 0;
    const inTurn = gate(1, () => time);
    const [said, long]: [string[], ReturnType<typeof held>] = [[], held()];
    const running = inTurn(long.job);
    const waiting = Promise.allSettled(['one', 'two', 'three'].map((name) => inTurn(quick(said, name))));
    time = 5_001;
    const fresh = inTurn(quick(said, 'fresh'));
    long.end();
    await Promise.all([running, fresh]);
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(said).toEqual(['fresh']);
    await inTurn(quick(said, 'after'));
    expect(said).toEqual(['fresh', 'after']);
  });
});
