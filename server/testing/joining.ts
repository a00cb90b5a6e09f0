/** People who become members in tests, by the codes that were mailed to them. */
import { guest, signIn, type Answer, type Body, type Caller } from './actors';
import { takeCode } from './sinks';
import type { World } from './world';

export const PASSWORD = 'calm-river-42';
export const addressOf = (name: string): string => `${name.toLowerCase()}@example.com`;

export function joining(worldNow: () => World, sinks: string) {
  let people = 0;
  const askCode = (event: string, email: string, by: Caller = guest(worldNow()), more: Body = {}): Promise<Answer> =>
    by.post('/api/Ems/send', { email, event, ...more });
  const codeFor = async (event: string, email: string, by?: Caller, more?: Body): Promise<string> => {
    const asked = await askCode(event, email, by, more);
    if (asked.code !== 1) throw new Error(asked.text);
    return takeCode(sinks, 'mail', email);
  };
  const register = async (username: string, more: Body = {}): Promise<Answer> => {
    const email = addressOf(username);
    const captcha = await codeFor('user_register', email);
    const draft = { tab: 'register', registerType: 'email', username, email, captcha, password: PASSWORD };
    return guest(worldNow()).post('/api/user/checkIn', { ...draft, ...more });
  };
  /** Somebody new who is signed in, and is nobody’s neighbour to the limits of codes. */
  const fresh = async (): Promise<{ username: string; caller: Caller }> => {
    const world = worldNow();
    people += 1;
    const username = `walker_${people}`;
    const done = await register(username);
    if (done.code !== 1) throw new Error(done.text);
    world.pass(61_000);
    await world.services.db.transact((tx) => tx.run("DELETE FROM `throttle` WHERE bucket LIKE 'code:day:%'"));
    return { username, caller: await signIn(world, 'member', { username, password: PASSWORD }) };
  };
  return { askCode, codeFor, register, fresh };
}
