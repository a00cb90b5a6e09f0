/** Walks one record through two browsers: creates it with every field, finds it by every filter, changes, moves, deletes and restores it. */
import type { Page, Response } from 'playwright-core';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import { locales } from '../../../common/locales/index';
import type { Lang } from '../../../common/lang';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { inputText } from '../../engine/fieldTypes/inputs/TextInput';
import { formFieldNames } from '../../engine/formState/formLayout';
import type { Viewer } from '../browser/viewer';
import type { Caller } from '../browser/callAsAdmin';
import { filterBy, listFilterableColumns, removeFilter, type Titles } from './filterBy';
import { enterValue, type FormContext } from './enterValues';
import { findEditableTextColumn, valueFor } from './values';

type Row = Readonly<Record<string, Json>>;
export interface Walk {
  readonly entity: AnyEntity;
  readonly url: string;
  /** The browser that does everything and checks the result. */
  readonly actor: { readonly viewer: Viewer; readonly lang: Lang };
  readonly watcher: { readonly viewer: Viewer; readonly lang: Lang };
  readonly calls: Caller;
  /** Part of every text of the walk, which makes it unique. */
  readonly tag: string;
  /** Search texts for pickers in which only a certain row is valid. */
  readonly named: Readonly<Record<string, string>>;
}

const getFormContext = ({ entity, actor }: Walk): FormContext => ({
  page: actor.viewer.page,
  lang: actor.lang,
  entity,
});
const allows = ({ entity }: Walk, verb: 'create' | 'update' | 'remove'): boolean => {
  const { staff } = entity.spec.access;
  return staff === 'crud' || staff?.[verb] !== undefined;
};

interface ApiResponse {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}
/** Runs an action and waits until the server responds to its call with code 1. */
async function accepted(page: Page, path: string, act: () => Promise<unknown>): Promise<ApiResponse> {
  const isResponse = (response: Response) =>
    new URL(response.url()).pathname === path && response.request().method() === 'POST' && response.status() !== 409;
  const [response] = await Promise.all([page.waitForResponse(isResponse), act()]);
  const body = (await response.json()) as ApiResponse;
  if (body.code !== 1) throw new Error(`${path}: ${body.code} ${body.msg} ${JSON.stringify(body.data)}`);
  return body;
}
const saveButton = ({ actor }: Walk) =>
  actor.viewer.page.getByRole('button', { name: locales[actor.lang].engine.form.save, exact: true });
/** Opens the list with the newest rows first; a tree is filtered to the rows of the walk, since most of it is out of view. */
const getList = ({ entity, url, tag }: Walk): string =>
  `${url}/admin/${entity.name}?sort=-id${entity.spec.tree === undefined ? '' : `&${entity.spec.title}=${tag}`}`;
const rowAt = (page: Page, id: number) => page.locator(`tr[data-id="${id}"]`);

const writable = ({ entity }: Walk, isNew: boolean): readonly Column[] =>
  formFieldNames(entity)
    .flatMap((name) => findColumn(entity, name) ?? [])
    .filter(({ name, readonly }) => !readonly && !(isNew && entity.spec.transitions?.[name]))
    // A disabled row is not found by pickers.
    .filter(({ name }) => name !== 'status' || entity.spec.transitions === undefined);

/** Whether the stored value is the entered one, in the stored form of its type. */
function isStoredAs(column: Column, stored: Json | undefined, entered: Json | undefined): boolean {
  if (entered === undefined) return stored !== null && stored !== undefined;
  if (column.kind === 'rich_text') return typeof stored === 'string' && stored.includes(inputText(entered));
  if (column.kind === 'array') return Array.isArray(stored) && stored.length > 0;
  return JSON.stringify(stored) === JSON.stringify(entered);
}

/** Entities whose records are created in a dialog, which has its own journey. */
const BOOKED: ReadonlySet<string> = new Set(['user_money_log', 'user_score_log']);
async function bookByCall(walk: Walk): Promise<number> {
  const { entity, actor, calls, tag } = walk;
  const member = (await calls.index('user', '?limit=1')).list[0]?.['id'];
  const amount = entity.name === 'user_money_log' ? { money: '3.00' } : { score: 3 };
  await actor.viewer.page.goto(getList(walk));
  const id = await calls.make(entity.name, { user_id: member ?? null, memo: `Walk ${tag}`, ...amount });
  await rowAt(actor.viewer.page, id).waitFor();
  return id;
}

/** Fills the whole form of a new record; returns its id once both browsers show it. */
async function create(walk: Walk): Promise<number> {
  if (BOOKED.has(walk.entity.name)) return bookByCall(walk);
  const { entity, actor, calls, tag } = walk;
  const { page } = actor.viewer;
  const context = getFormContext(walk);
  await page.goto(`${getList(walk)}&record=new`);
  await saveButton(walk).waitFor();
  const entered = new Map<Column, Json | undefined>();
  for (const column of writable(walk, true)) {
    const value = valueFor(column, tag);
    if (await enterValue(context, column, value, { searchText: walk.named[column.name] })) entered.set(column, value);
  }
  const { data } = await accepted(page, `/admin/${entity.name}/add`, () => saveButton(walk).click());
  const id = Number(data?.['id']);
  const { data: read } = await calls.call('GET', `/admin/${entity.name}/edit?id=${id}`);
  const row = read['row'] as Row;
  const unstored = [...entered].filter(
    ([column, value]) => column.sensitivity !== 'secret' && !isStoredAs(column, row[column.name], value),
  );
  if (unstored.length > 0)
    throw new Error(
      `not kept: ${unstored.map(([{ name }, value]) => `${name} ${JSON.stringify(value)} → ${JSON.stringify(row[name])}`).join('; ')}`,
    );
  await rowAt(page, id).waitFor();
  return id;
}

/** The first column of each type, since inputs depend on the type alone; all columns in full runs. */
const someOf = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(
    ({ kind }, index) => sampleSize(0, 1) === 1 || columns.findIndex((column) => column.kind === kind) === index,
  );

async function filterByAll(walk: Walk, id: number): Promise<void> {
  const { entity, url, actor, calls } = walk;
  const { page } = actor.viewer;
  const { data } = await calls.call('GET', `/admin/${entity.name}/edit?id=${id}`);
  const row = data['row'] as Row;
  await page.goto(`${url}/admin/${entity.name}?sort=-id&id=${id}`);
  for (const column of someOf(listFilterableColumns(entity).filter(({ name }) => name in row))) {
    await rowAt(page, id).waitFor();
    const isResponse = (response: Response) => response.url().includes(`/admin/${entity.name}/index?`);
    const filtered = filterBy(getFormContext(walk), column, row[column.name] ?? null, data['refs'] as Titles);
    const [response] = await Promise.all([page.waitForResponse(isResponse), filtered]).catch((error: unknown) => {
      throw new Error(`filtering by ${column.name} ${JSON.stringify(row[column.name])}`, { cause: error });
    });
    const { data: found } = (await response.json()) as { readonly data: { readonly list?: readonly Row[] } | null };
    if (found?.list?.[0]?.['id'] !== id)
      throw new Error(`${column.name} ${JSON.stringify(row[column.name])} is not found`);
    await rowAt(page, id).waitFor();
    await removeFilter(getFormContext(walk), column);
  }
}

async function openForm(walk: Walk, id: number): Promise<void> {
  const { actor } = walk;
  await actor.viewer.page.goto(`${getList(walk)}&record=${id}`);
  await actor.viewer.page.locator('form[aria-busy=false]').waitFor();
}

async function edit(walk: Walk, id: number): Promise<void> {
  const { entity, actor, watcher, tag } = walk;
  const column = findEditableTextColumn(entity);
  if (column === undefined) return;
  await openForm(walk, id);
  const text = `Next ${tag}`.slice(0, column.options.max ?? 255);
  await enterValue(getFormContext(walk), column, text);
  await accepted(actor.viewer.page, `/admin/${entity.name}/edit`, () => saveButton(walk).click());
  if (column.name === entity.spec.title && entity.spec.list.columns.includes(column.name))
    await rowAt(watcher.viewer.page, id).getByText(text).first().waitFor();
}

/** Runs every transition that a person may start, until no new state is reachable. */
async function move(walk: Walk, id: number): Promise<void> {
  const { entity, actor, calls } = walk;
  for (const [field, moves = {}] of Object.entries(entity.spec.transitions ?? {})) {
    const column = findColumn(entity, field);
    if (column === undefined || column.readonly) continue;
    const values = column.options.values ?? {};
    const { data } = await calls.call('GET', `/admin/${entity.name}/edit?id=${id}`);
    let now = (data['row'] as Row)[field] ?? null;
    const open = new Set(Object.keys(moves));
    for (;;) {
      const from = Object.keys(values).find((name) => values[name] === now) ?? '';
      const [next] = [...open].filter((name) => moves[name]?.from.includes(from));
      const target = next === undefined ? undefined : values[moves[next]?.to ?? ''];
      if (next === undefined || target === undefined) break;
      open.delete(next);
      await openForm(walk, id);
      await enterValue(getFormContext(walk), column, target);
      await accepted(actor.viewer.page, `/admin/${entity.name}/edit`, () => saveButton(walk).click());
      now = target;
    }
    if (open.size > 0) throw new Error(`${entity.name}.${field}: no transition leads along ${[...open].join(', ')}`);
  }
}
async function removeAndRestore(walk: Walk, id: number): Promise<void> {
  const { entity, url, actor, watcher } = walk;
  const { page } = actor.viewer;
  const words = locales[actor.lang];
  await page.goto(getList(walk));
  await rowAt(page, id).getByRole('checkbox').first().check();
  await page.getByRole('toolbar').getByRole('button', { name: words.engine.bulk.remove, exact: true }).click();
  const confirmButton = page
    .getByRole('dialog')
    .getByRole('button', { name: words.engine.confirm.remove, exact: true });
  await accepted(page, `/admin/${entity.name}/del`, () => confirmButton.click());
  const removedRow = watcher.viewer.page.locator(`tr[data-id="${id}"]:not([aria-disabled=true])`);
  await removedRow.waitFor({ state: 'hidden' });
  await page.goto(`${url}/admin/${entity.name}?deleted=1`);
  await rowAt(page, id).getByRole('checkbox').first().check();
  const backLink = page
    .getByRole('toolbar')
    .getByRole('button', { name: lazyTranslations[actor.lang].recycleBin.restore, exact: true });
  await accepted(page, `/admin/${entity.name}/restore`, () => backLink.click());
  await waitForWatcher(walk, id);
}

/** Waits until the second browser shows it; applies pending rows. */
async function waitForWatcher({ watcher }: Walk, id: number): Promise<void> {
  const { page } = watcher.viewer;
  const row = page.locator(`tr[data-id="${id}"]:not([aria-disabled=true])`);
  const pill = page.getByRole('button', { name: new RegExp(`— ${locales[watcher.lang].engine.list.show}$`) });
  await row.or(pill).first().waitFor();
  if (!(await row.isVisible())) await pill.click();
  await row.waitFor();
}

/** Runs the whole walk of one entity. */
export async function walkThrough(walk: Walk): Promise<void> {
  const { entity, watcher, calls } = walk;
  // Rows of logs cannot be changed.
  const isKept = entity.spec.base !== 'log';
  await watcher.viewer.page.goto(getList(walk));
  await watcher.viewer.page.getByRole('searchbox').first().waitFor();
  if (!allows(walk, 'create')) {
    const { list } = await calls.index(entity.name, '?limit=1&order=id,desc');
    const id = Number(list[0]?.['id'] ?? 0);
    if (id === 0) return;
    await filterByAll(walk, id);
    if (isKept && allows(walk, 'update')) await edit(walk, id);
    return;
  }
  const id = await create(walk);
  await waitForWatcher(walk, id);
  if (isKept) await edit(walk, id);
  if (isKept) await move(walk, id);
  await filterByAll(walk, id);
  if (isKept) await removeAndRestore(walk, id);
}
