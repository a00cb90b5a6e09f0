/** The address of a visitor behind a proxy, and the warning when the proxy is not in the setting. */
import { describe, expect, it } from '@jest/globals';
import { sendRequest } from '../../testing/callers';
import { startTestServer } from '../../testing/testServer';

describe('X-Forwarded-For', () => {
  const warnings = async (trusted: string) => {
    const lines: string[] = [];
    const world = await startTestServer({
      env: { LOG_LEVEL: 'warn', ...(trusted === '' ? {} : { TRUSTED_PROXIES: trusted }) },
      onLogLine: (line) => lines.push(line),
    });
    const found = () => lines.filter((line) => line.includes('X-Forwarded-For')).map((line) => JSON.parse(line));
    const send = (headers: Record<string, string> = {}) => sendRequest(`${world.url}/livez`, { headers });
    try {
      await send();
      const none = found();
      for (let index = 0; index < 3; index += 1) await send({ 'x-forwarded-for': `203.0.113.${index}` });
      const minute = found();
      world.advanceClock(60_001);
      await send({ 'x-forwarded-for': '203.0.113.9' });
      return { none, minute, later: found() };
    } finally {
      await world.close();
    }
  };

  it('warns once a minute and names the setting when the peer is not a trusted proxy', async () => {
    const { none, minute, later } = await warnings('10.0.0.0/8');
    expect(none).toEqual([]);
    expect(minute).toEqual([expect.objectContaining({ peer: '127.0.0.1', setting: 'TRUSTED_PROXIES' })]);
    expect(minute[0].msg).toContain('TRUSTED_PROXIES');
    expect(later).toHaveLength(2);
  });

  it('logs no warning when the peer is a trusted proxy', async () => {
    expect((await warnings('127.0.0.1')).later).toEqual([]);
  });
});
