/** Enters a value of each field type in a form, by mouse and keyboard only. */
import type { Locator, Page } from 'playwright-core';
import { solution } from '../../../common/entities/solution';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import { formatDateTime } from '../../../common/text/time/dates';
import { entityLabels } from '../../../common/locales/entityLabels';
import { inputText } from '../../engine/fieldTypes/inputs/TextInput';
import { locales } from '../../../common/locales/index';
import type { Lang } from '../../../common/lang';

export interface FormContext {
  readonly page: Page;
  readonly lang: Lang;
  readonly entity: AnyEntity;
  /** The form's container, when there are several forms on the screen. */
  readonly within?: Locator;
}
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAkCAIAAAC2bqvFAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAaElEQVRYhe2SQQkAQRDDKqLqTl2krof7hIFCBKSh6cdpoht0A9ArdhfiLtENugHoFbsLcZfoBt0A9IrdhbhLdINuAHrF7kLcJbpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXQg95G8el3J+iMvrSwkAAAAASUVORK5CYII=',
  'base64',
);
/** A ZIP archive with a comment and no files. */
const createArchive = (remark: string) =>
  Buffer.from(`PK\u0005\u0006${'\u0000'.repeat(16)}${String.fromCharCode(remark.length)}\u0000${remark}`, 'latin1');

export const locateInput = ({ page, within = page.locator('body') }: FormContext, field: string): Locator =>
  within.locator(`[data-field="${field}"]`);

const choiceLabel = ({ entity, lang }: FormContext, column: Column, value: Json): string => {
  const name =
    Object.keys(column.options.values ?? {}).find((option) => column.options.values?.[option] === value) ?? '';
  return entityLabels(entity, lang).choices[column.name]?.[name] ?? name;
};

async function chooseInMenu({ page }: FormContext, menu: Locator, label: string): Promise<void> {
  await menu.click();
  await page.getByRole('listbox').getByRole('option', { name: label, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

/** Picks a row by its title, or the first option; returns false when there is none. */
async function pickRow({ page, lang }: FormContext, box: Locator, wanted: string | undefined): Promise<boolean> {
  const input = box.getByRole('combobox');
  await input.click();
  if (wanted !== undefined) await input.fill(wanted);
  const options = page.getByRole('listbox').getByRole('option', wanted === undefined ? {} : { name: wanted });
  const open = options.and(page.locator(':not([aria-disabled=true])')).first();
  const none = page.locator('.MuiAutocomplete-noOptions', { hasText: locales[lang].engine.field.no_options });
  await open.or(none).first().waitFor();
  const found = await open.isVisible();
  if (found) await open.click();
  // Escape closes the list of options, or else the form.
  if (await page.getByRole('listbox').isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  return found;
}

/** `content`: an image of the caller, or the comment that makes an archive unique. */
interface UploadInput {
  readonly picture: boolean;
  readonly content: Buffer | string | undefined;
}
async function uploadFile(
  { page, lang }: FormContext,
  box: Locator,
  { picture, content = '' }: UploadInput,
): Promise<void> {
  const file = picture
    ? { name: 'walk.png', mimeType: 'image/png', buffer: typeof content === 'string' ? PICTURE : content }
    : { name: 'walk.zip', mimeType: 'application/zip', buffer: createArchive(String(content)) };
  const stored = page.waitForResponse((response) => response.url().endsWith('/admin/ajax/upload'));
  await Promise.all([stored, box.locator('input[type=file]').setInputFiles(file)]);
  // A chosen file can be removed again.
  const [verb = ''] = locales[lang].engine.field.remove_entry.split('{{');
  await box.getByRole('button', { name: verb.trim() }).first().waitFor();
}

/** Only provinces are chosen by name: some have only one city. */
async function pickCity(context: FormContext, box: Locator, province: number): Promise<void> {
  for (const [level, nth] of [province, 1, 1].entries()) {
    await box.getByRole('combobox').nth(level).click();
    await context.page.getByRole('listbox').getByRole('option').nth(nth).click();
  }
}

/** Tables and fields are chosen by their labels. */
async function pickWatchedFields(context: FormContext, box: Locator, { name }: Column, value: Json): Promise<boolean> {
  const watched = entityLabels(solution, context.lang);
  const labels =
    name === 'data_table' ? [watched.many] : (value as readonly Json[]).map((item) => watched.fields[inputText(item)]);
  for (const label of labels) if (!(await pickRow(context, box, label))) return false;
  return true;
}

async function enterList(box: Locator, values: readonly Json[]): Promise<void> {
  // Permissions are ticked in a tree.
  const ticks = box.locator('input[type=checkbox]');
  const input = box.getByRole('combobox');
  await ticks.or(input).first().waitFor();
  if ((await ticks.count()) > 0) return ticks.last().check();
  for (const value of values) {
    await input.fill(inputText(value));
    await input.press('Enter');
  }
}

async function enterKeyValues(box: Locator, value: Readonly<Record<string, Json>>): Promise<void> {
  for (const [key, text] of Object.entries(value)) {
    await box.getByRole('button').last().click();
    const inputs = box.getByRole('textbox');
    await inputs.nth((await inputs.count()) - 2).fill(key);
    await inputs.last().fill(inputText(text));
  }
}

const plainInput = (box: Locator) => box.locator('input:not([type=color]), textarea:not([aria-hidden=true])').first();

async function chooseOne(context: FormContext, box: Locator, column: Column, value: Json): Promise<void> {
  const label = choiceLabel(context, column, value);
  if (column.options.as === 'radio') await box.getByRole('radio', { name: label, exact: true }).check();
  else await chooseInMenu(context, box.getByRole('combobox'), label);
}

async function chooseMany(context: FormContext, box: Locator, column: Column, value: Json): Promise<void> {
  const label = choiceLabel(context, column, value);
  if (column.options.as === 'checkbox') await box.getByRole('checkbox', { name: label, exact: true }).click();
  else await chooseInMenu(context, box.getByRole('combobox'), label);
}

/** The screen of a rule is chosen from a list, which its name narrows. */
async function pickScreen({ page }: FormContext, box: Locator, name: string): Promise<boolean> {
  await box.getByRole('combobox').fill(name);
  await page.getByRole('listbox').getByRole('option').first().click();
  return true;
}

/** Options of one entry besides its value. */
export interface EntryOptions {
  /** Search text of a picker. */
  readonly searchText?: string | undefined;
  /** File of a file input. */
  readonly content?: Buffer | string | undefined;
}
/** Enters a value. Returns whether the form had an input for it. */
export async function enterValue(
  context: FormContext,
  column: Column,
  value: Json | undefined,
  { searchText, content }: EntryOptions = {},
): Promise<boolean> {
  const box = locateInput(context, column.name);
  const given = value ?? null;
  // Some kinds of a record do not have the field.
  if ((await box.count()) === 0) return false;
  if (column.name === 'data_table' || column.name === 'data_fields')
    return pickWatchedFields(context, box, column, given);
  if (column.name === 'component') return pickScreen(context, box, inputText(given));
  switch (column.kind) {
    case 'rich_text':
      await box.locator('[contenteditable=true]').fill(inputText(given));
      return true;
    case 'switch':
      await box.locator('input[type=checkbox]').setChecked(given === 1);
      return true;
    case 'choice':
      await chooseOne(context, box, column, given);
      return true;
    case 'choices':
      await chooseMany(context, box, column, given);
      return true;
    case 'ref':
    case 'refs':
      return pickRow(context, box, searchText);
    case 'image':
    case 'images':
    case 'file':
    case 'files':
      await uploadFile(context, box, { picture: column.kind.startsWith('image'), content });
      return true;
    case 'city':
      await pickCity(context, box, typeof given === 'number' ? given : 1);
      return true;
    case 'icon':
      await box.getByRole('combobox').fill(inputText(given).replaceAll('_', ' '));
      await context.page.getByRole('listbox').getByRole('option').first().click();
      return true;
    case 'array':
      await enterList(box, given as readonly Json[]);
      return true;
    case 'key_values':
      await enterKeyValues(box, given as Readonly<Record<string, Json>>);
      return true;
    case 'json':
      await plainInput(box).fill(JSON.stringify(given));
      return true;
    case 'datetime':
      await plainInput(box).fill(formatDateTime(Number(given)));
      return true;
    default:
      await plainInput(box).fill(inputText(given));
      return true;
  }
}
