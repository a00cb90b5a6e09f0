/** Forms offer the options of the specification, by their labels in both languages: for a few entities in each run, for all in full runs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column } from '../../../common/entity/columns';
import { createRegistry } from '../../../common/entity/registry';
import { entityLabels } from '../../../common/locales/entityLabels';
import { locales } from '../../../common/locales/index';
import type { Lang } from '../../../common/lang';
import { specifiedEntities, type SpecifiedColumn } from '../../../common/testing/specifiedEntities';
import { inputText } from '../../engine/fieldTypes/inputs/TextInput';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { testSeed } from '../../../server/testing/random';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const registry = createRegistry(entities);
const seed = testSeed();
const makes = ({ spec }: AnyEntity) => spec.access.staff === 'crud' || spec.access.staff?.create !== undefined;
const offering = specifiedEntities.flatMap(({ name, columns }) => {
  const entity = registry.get(name);
  const chosen = columns.filter(({ choices }) => choices.length > 0);
  // Settings have their own screen.
  return entity !== undefined && name !== 'config' && makes(entity) && chosen.length > 0
    ? [{ entity, columns: chosen }]
    : [];
});
const count = sampleSize(4, offering.length);
const played = Array.from({ length: count }, (_, index) => offering[(seed * count + index) % offering.length]).filter(
  (one) => one !== undefined,
);

/** The expected labels of a new record; a field with transitions offers only its initial value. */
function getWanted(entity: AnyEntity, column: Column, { choices }: SpecifiedColumn, lang: Lang): readonly string[] {
  const words = entityLabels(entity, lang).choices[column.name] ?? {};
  const values = column.options.values ?? {};
  const getLabel = (value: string) =>
    words[Object.keys(values).find((name) => String(values[name]) === value) ?? ''] ?? '';
  const all = choices.map(([value, label]) => (lang === 'en' ? label : getLabel(value)));
  const begins = column.options.default;
  return entity.spec.transitions?.[column.name] === undefined ? all : [words[inputText(begins)] ?? ''];
}

/** The labels that a field offers; undefined where the form offers none. */
async function offeredAt({ page }: Viewer, field: string, lang: Lang): Promise<readonly string[] | undefined> {
  const box = page.locator(`[data-field="${field}"]`);
  if ((await box.count()) === 0) return undefined;
  const radios = box.locator('label:has(input[type=radio])');
  if ((await radios.count()) > 0) return radios.allInnerTexts();
  const menu = box.getByRole('combobox');
  if ((await menu.count()) === 0 || (await menu.getAttribute('aria-disabled')) === 'true') return undefined;
  await menu.click();
  const list = page.getByRole('listbox');
  await list.waitFor();
  const texts = await list.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  return texts.filter((text) => text !== locales[lang].engine.field.none);
}

const LOCALES = [
  ['en', 'en-US'],
  ['zh-cn', 'zh-CN'],
] as const;

withBrowser('options', () => {
  const environments = createBrowserEnvironments();
  const viewers = new Map<Lang, Viewer>();
  let url: string;
  beforeAll(async () => {
    const { product, browser } = await environments.open();
    ({ url } = product);
    for (const [lang, locale] of LOCALES) {
      const viewer = await openViewer(browser, locale);
      viewers.set(lang, viewer);
      await signInByCall(viewer, url);
    }
  }, 120_000);
  afterAll(environments.close);

  it.each(
    played.flatMap((one) =>
      sampleByTitle(one.entity.name, LOCALES).map(([lang]) => [one.entity.name, lang, one] as const),
    ),
  )(
    'of %s in %s are those of the specification',
    async (name, lang, { entity, columns }) => {
      const viewer = viewers.get(lang);
      if (viewer === undefined) throw new Error(`no viewer uses ${lang}`);
      const { page } = viewer;
      await page.goto(`${url}/admin/${name}?record=new`);
      await page.getByRole('button', { name: locales[lang].engine.form.save, exact: true }).waitFor();
      const different: string[] = [];
      for (const one of columns) {
        const column = findColumn(entity, one.name);
        if (column?.kind !== 'choice') continue;
        const offered = await offeredAt(viewer, one.name, lang);
        const wanted = getWanted(entity, column, one, lang);
        if (offered === undefined) continue;
        if ([...offered].sort().join() !== [...wanted].sort().join())
          different.push(`${name}.${one.name}: ${offered.join(', ')} instead of ${wanted.join(', ')}`);
      }
      expect(different).toEqual([]);
    },
    60_000,
  );
});
