/** Registers members in tests, by the codes that were mailed to them. */
import { guest, signIn, type ApiResponse, type Body, type Caller } from './callers';
import { takeCode } from './receivedMessages';
import type { TestServer } from './testServer';

export const PASSWORD = 'calm-river-42';
export const createTestEmail = (name: string): string => `${name.toLowerCase()}@example.com`;

export function createRegistration(currentServer: () => TestServer, sinks: string) {
  let memberCount = 0;
  const requestCode = (
    event: string,
    email: string,
    caller: Caller = guest(currentServer()),
    more: Body = {},
  ): Promise<ApiResponse> => caller.post('/api/Ems/send', { email, event, ...more });
  const receiveCode = async (event: string, email: string, caller?: Caller, more?: Body): Promise<string> => {
    const response = await requestCode(event, email, caller, more);
    if (response.code !== 1) throw new Error(response.text);
    return takeCode(sinks, 'mail', email);
  };
  const register = async (username: string, more: Body = {}): Promise<ApiResponse> => {
    const email = createTestEmail(username);
    const captcha = await receiveCode('user_register', email);
    const values = { tab: 'register', registerType: 'email', username, email, captcha, password: PASSWORD };
    return guest(currentServer()).post('/api/user/checkIn', { ...values, ...more });
  };
  /** Registers and signs in a new member from an IP prefix of its own, so that rate limits of codes do not apply. */
  const registerMember = async (): Promise<{ username: string; caller: Caller }> => {
    const server = currentServer();
    memberCount += 1;
    const username = `walker_${memberCount}`;
    const registered = await register(username);
    if (registered.code !== 1) throw new Error(registered.text);
    server.advanceClock(61_000);
    await server.services.db.transact((tx) => tx.run("DELETE FROM `throttle` WHERE bucket LIKE 'code:day:%'"));
    return { username, caller: await signIn(server, 'member', { username, password: PASSWORD }) };
  };
  return { askCode: requestCode, codeFor: receiveCode, register, fresh: registerMember };
}
