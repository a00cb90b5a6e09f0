/** Provinces, cities and districts: for guests at /api, for signed-in staff at /admin. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe('regions', () => {
  let testServer: TestServer;
  let token = '';
  beforeAll(async () => {
    testServer = await startTestServer();
    ({ token } = await superAdmin(testServer));
  });
  afterAll(() => testServer.close());

  interface Option {
    readonly value: string;
    readonly label: string;
  }
  const ask = async (path: string) => {
    const response = await fetch(`${testServer.url}${path}`, {
      headers: { server: 'true', ...(path.startsWith('/admin') ? { batoken: token } : {}) },
    });
    return {
      status: response.status,
      body: (await response.json()) as { code: number; data: readonly Option[] | null },
    };
  };

  it('returns provinces, their cities, and the districts of a city', async () => {
    for (const realm of ['/api', '/admin']) {
      const provinces = (await ask(`${realm}/ajax/area`)).body.data ?? [];
      expect(provinces).toHaveLength(34);
      expect(provinces).toContainEqual({ value: '440000', label: '广东省' });
      const cities = (await ask(`${realm}/ajax/area?province=440000`)).body.data ?? [];
      expect(cities).toContainEqual({ value: '440300', label: '深圳市' });
      expect(cities.every(({ value }) => value.startsWith('44'))).toBe(true);
      const districts = (await ask(`${realm}/ajax/area?province=440000&city=440300`)).body.data ?? [];
      expect(districts).toContainEqual({ value: '440305', label: '南山区' });
    }
  });

  it('requires a sign-in at /admin, and accepts guests at /api', async () => {
    const response = await fetch(`${testServer.url}/admin/ajax/area`, { headers: { server: 'true' } });
    expect(await response.json()).toMatchObject({ code: 302, data: { routeName: 'adminLogin' } });
    expect((await ask('/api/ajax/area')).body.data).toHaveLength(34);
  });

  it('returns an empty list for unknown ids, and refuses invalid ones', async () => {
    expect((await ask('/api/ajax/area?province=990000')).body.data).toEqual([]);
    expect((await ask('/api/ajax/area?province=440000&city=110100')).body.data).toEqual([]);
    expect((await ask('/api/ajax/area?province=constructor')).status).toBe(400);
    expect((await ask('/api/ajax/area?town=1')).status).toBe(400);
  });

  // @case T7.08
  it('accepts numbers only', async () => {
    const vectors = [
      "'",
      '"',
      '1 OR 1=1',
      "1' --",
      '1;DROP',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '٣',
      '１１００００',
      'NaN',
      'null',
      '[]',
    ];
    const more = ['1,2', '../1', '%00', '<b>', '1234567', ' 1', '__proto__', 'toString', '1\n2', '😀'];
    for (const vector of [...vectors, ...more]) {
      for (const name of ['province', 'city']) {
        const query = new URLSearchParams({ ...(name === 'city' ? { province: '440000' } : {}), [name]: vector });
        const { status, body } = await ask(`/api/ajax/area?${String(query)}`);
        expect([vector, status, body.data]).toEqual([vector, 400, null]);
      }
    }
  });
});
