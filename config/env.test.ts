/** The environment: defaults for every variable, and all problems reported at once. */
import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { EnvError, readEnv } from './env';

const key = 'k3yA9cD2fG5hJ8lM1nQ4rT7vX0zB6wE!';

function getProblems(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

describe('readEnv', () => {
  it('has a default for every variable', () => {
    expect(readEnv({})).toEqual({
      production: false,
      port: 8000,
      host: '127.0.0.1',
      privateHosts: [],
      moduleSigners: [],
      gateway: { driver: 'builtin' },
      oidc: null,
      dataDir: resolve('data'),
      database: { dialect: 'sqlite', file: resolve('data/atrium.sqlite') },
      appKeys: [],
      adminUsername: 'admin',
      adminPassword: null,
      seed: 'demo',
      publicUrl: null,
      trustedProxies: [],
      logLevel: 'info',
      terminal: true,
      moduleDependencies: true,
      testSinks: null,
      failpoints: [],
      callerDir: process.cwd(),
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ', SEED: '' }).port).toBe(8000);
  });

  it('reads a MariaDB URL with escaped credentials', () => {
    expect(readEnv({ DATABASE_URL: 'mariadb://o%40ne:p%2Fw@db.local/atrium' }).database).toEqual({
      dialect: 'mariadb',
      host: 'db.local',
      port: 3306,
      user: 'o@ne',
      password: 'p/w',
      database: 'atrium',
    });
  });

  it('reads SQLite files, relative and absolute, and refuses memory', () => {
    expect(readEnv({ DATABASE_URL: 'sqlite:./x/a.db' }).database).toEqual({
      dialect: 'sqlite',
      file: resolve('x/a.db'),
    });
    expect(readEnv({ DATABASE_URL: 'sqlite:///tmp/a.db' }).database).toEqual({ dialect: 'sqlite', file: '/tmp/a.db' });
    expect(getProblems({ DATABASE_URL: 'sqlite::memory:' })).toHaveLength(1);
  });

  it('reports all problems together, each by its variable', () => {
    const problems = getProblems({
      PORT: '80a',
      DATABASE_URL: 'postgres://x/y',
      APP_KEYS: 'short',
      ADMIN_USERNAME: '1x',
      ADMIN_PASSWORD: '123',
      SEED: 'full',
      PUBLIC_URL: 'https://a.example/path',
      TRUSTED_PROXIES: '10.0.0.0/8, true',
      LOG_LEVEL: 'loud',
      TERMINAL: 'yes',
      MODULE_DEPENDENCIES: 'no',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'APP_KEYS',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
      'SEED',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'LOG_LEVEL',
      'TERMINAL',
      'MODULE_DEPENDENCIES',
    ]);
  });

  it('never repeats a secret in its problems', () => {
    expect(
      getProblems({ APP_KEYS: 'hunter2', ADMIN_PASSWORD: 'abc', DATABASE_URL: 'mysql://u:secret@h/d' }).join(),
    ).not.toMatch(/hunter2|abc|secret@/);
  });

  it('TRUSTED_PROXIES: accepts addresses and networks of both families, but not every address', () => {
    expect(readEnv({ TRUSTED_PROXIES: '10.0.0.0/8,::1, fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
    expect(getProblems({ TRUSTED_PROXIES: '0.0.0.0/0' })).toHaveLength(1);
  });

  it('GATEWAY=apisix needs the Admin API, its key and the public URL', () => {
    const complete = {
      GATEWAY: 'apisix',
      APISIX_ADMIN_URL: 'http://apisix:9180',
      APISIX_ADMIN_KEY: 'key',
      PUBLIC_URL: 'https://office.example.com',
    };
    expect(readEnv(complete).gateway).toEqual({ driver: 'apisix', adminUrl: 'http://apisix:9180', adminKey: 'key' });
    expect(getProblems({ GATEWAY: 'apisix' })).toHaveLength(3);
    expect(getProblems({ ...complete, GATEWAY: 'nginx' })).toHaveLength(1);
  });

  it('OIDC_ISSUER: needs a client, and https unless its host is private', () => {
    const client = { OIDC_CLIENT_ID: 'atrium', OIDC_CLIENT_SECRET: 'secret' };
    const issuer = 'https://id.example.com/realms/staff';
    expect(readEnv({}).oidc).toBeNull();
    expect(readEnv({ ...client, OIDC_ISSUER: issuer }).oidc).toEqual({
      issuer,
      clientId: 'atrium',
      clientSecret: 'secret',
    });
    expect(getProblems({ OIDC_ISSUER: issuer })).toHaveLength(2);
    const plain = { ...client, OIDC_ISSUER: 'http://127.0.0.1:9000' };
    expect(getProblems(plain)).toHaveLength(1);
    expect(readEnv({ ...plain, PRIVATE_HOSTS: '127.0.0.1' }).oidc?.issuer).toBe('http://127.0.0.1:9000');
    for (const wrong of ['id.example.com', 'https://a:b@id.example.com', 'https://id.example.com/?x=1'])
      expect(getProblems({ ...client, OIDC_ISSUER: wrong })).toHaveLength(1);
  });

  it('MODULE_SIGNERS: reads names and public keys, and refuses anything else', () => {
    const publicKey = Buffer.alloc(32, 7).toString('base64');
    expect(readEnv({ MODULE_SIGNERS: `Our office:${publicKey}` }).moduleSigners).toEqual([
      { name: 'Our office', key: publicKey, runsCode: false },
    ]);
    const signers = { MODULE_SIGNERS: `Our office:${publicKey}`, MODULE_CODE_SIGNERS: `Our developers:${publicKey}` };
    expect(readEnv(signers).moduleSigners.map(({ name, runsCode }) => [name, runsCode])).toEqual([
      ['Our developers', true],
      ['Our office', false],
    ]);
    expect(getProblems({ MODULE_CODE_SIGNERS: 'a:short=' })).toHaveLength(1);
    for (const text of [publicKey, `a:${publicKey}x`, 'a:short=', ':'])
      expect(getProblems({ MODULE_SIGNERS: text })).toHaveLength(1);
  });

  it('production: requires keys and a public address, and refuses test hooks', () => {
    expect(getProblems({ NODE_ENV: 'production', TEST_SINKS: 'x', FAILPOINTS: 'a:kill' })).toHaveLength(4);
    const env = readEnv({ NODE_ENV: 'production', APP_KEYS: key, PUBLIC_URL: 'https://a.example/' });
    expect(env).toMatchObject({ production: true, seed: 'base', terminal: false, publicUrl: 'https://a.example' });
  });
});
