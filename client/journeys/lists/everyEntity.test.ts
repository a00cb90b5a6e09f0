/** Every entity, walked through in two browsers of two languages on each database: a few in each run, all in full runs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Lang } from '../../../common/lang';
import { createRegistry } from '../../../common/entity/registry';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { testSeed } from '../../../server/testing/random';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { testDatabases } from '../../../server/testing/database/testDatabase';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { walkThrough } from '../../testing/entityWalk/walkThrough';
import { createPrerequisites } from '../../testing/entityWalk/prepareEntity';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const seed = testSeed();
/** Settings and designs have their own screens. */
const OWN_SCREENS: ReadonlySet<string> = new Set(['config', 'crud_design', 'crud_design_field']);
const walkable = createRegistry(entities).all.filter(
  ({ name, spec }) => spec.personal === undefined && !OWN_SCREENS.has(name),
);
const chosen = (process.env['WALK'] ?? '').split(',').filter((name) => name !== '');
/** A few consecutive entities, others in each run. */
const walked = (offset: number): readonly AnyEntity[] => {
  const count = sampleSize(1, walkable.length);
  if (chosen.length > 0) return walkable.filter(({ name }) => chosen.includes(name));
  return Array.from({ length: count }, (_, index) => walkable[(seed * 2 + offset + index) % walkable.length]).filter(
    (entity) => entity !== undefined,
  );
};

type Spoken = readonly [acts: Lang, watches: Lang];
const databases = testDatabases();
const LANGUAGES: readonly [Spoken, Spoken] = [
  ['en', 'zh-cn'],
  ['zh-cn', 'en'],
];
const STAGES = databases.map((database, index) => ({
  database,
  dialect: database.dialect,
  langs: LANGUAGES[(index + seed) % 2] ?? LANGUAGES[0],
  sample: walked(index * sampleSize(1, 0)),
}));
const LOCALE = { en: 'en-US', 'zh-cn': 'zh-CN' } as const;

withBrowser.each(sampleByTitle('every entity', STAGES))(
  'every entity on $dialect',
  ({ database, dialect, langs, sample: these }) => {
    const environments = createBrowserEnvironments();
    let product: Product;
    let actor: Viewer;
    let watcher: Viewer;
    let calls: Caller;

    beforeAll(async () => {
      process.stdout.write(
        `seed of the entity test: ${seed} (${dialect}, ${langs[0]}): ${these.map(({ name }) => name).join(' ')}\n`,
      );
      const address = await database.address();
      const databaseUrl =
        address.dialect === 'mariadb'
          ? `mariadb://${address.user}:${encodeURIComponent(address.password)}@${address.host}:${address.port}/${address.database}`
          : undefined;
      const stage = await environments.open(databaseUrl === undefined ? {} : { databaseUrl });
      if (databaseUrl !== undefined) environments.later(() => database.drop());
      ({ product } = stage);
      [actor, watcher] = (await Promise.all(langs.map((lang) => openViewer(stage.browser, LOCALE[lang])))) as [
        Viewer,
        Viewer,
      ];
      actor.page.setDefaultTimeout(30_000);
      watcher.page.setDefaultTimeout(30_000);
      await Promise.all([signInByCall(actor, product.url), signInByCall(watcher, product.url)]);
      calls = await callAsAdmin(product.url);
    }, 120_000);
    afterAll(environments.close);

    it.each(these.map((entity) => [entity.name, entity] as const))(
      '%s: create, filter, edit, move, delete and restore a record',
      async (name, entity) => {
        const tag = `w${(seed % 46_656).toString(36)}${walkable.findIndex((one) => one.name === name).toString(36)}`;
        await walkThrough({
          entity,
          url: product.url,
          actor: { viewer: actor, lang: langs[0] },
          watcher: { viewer: watcher, lang: langs[1] },
          calls,
          tag,
          named: await createPrerequisites(name, calls, tag),
        });
        expect(product.output()).not.toMatch(/"level":(50|60)/);
      },
      180_000,
    );
  },
);
