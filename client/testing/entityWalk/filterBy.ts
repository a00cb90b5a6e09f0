/** Filters a list by one column through the popover, by the value of a row. */
import type { Locator } from 'playwright-core';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { getColumns, type Column } from '../../../common/entity/columns';
import { formatDate } from '../../../common/text/time/dates';
import { entityLabels } from '../../../common/locales/entityLabels';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import { locales } from '../../../common/locales/index';
import { inputText } from '../../engine/fieldTypes/inputs/TextInput';
import { findFilterType } from '../../engine/fieldTypes/filterText';
import type { FormContext } from './enterValues';

const NOT_OFFERED = new Set(['id', 'revision', 'delete_time']);
export const listFilterableColumns = (entity: AnyEntity): readonly Column[] =>
  [...getColumns(entity).values()].filter(
    (column) =>
      column.sensitivity !== 'secret' && !NOT_OFFERED.has(column.name) && findFilterType(column) !== undefined,
  );

const isEmpty = (value: Json) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

async function fillEnds(box: Locator, text: string): Promise<void> {
  const inputs = box.locator('fieldset input:not([aria-hidden=true])');
  await inputs.nth(0).fill(text);
  await inputs.nth(1).fill(text);
}

/** Columns with the operators empty and not empty only. */
async function byPresence(context: FormContext, box: Locator, column: Column, value: Json): Promise<void> {
  const labels = locales[context.lang].engine.field;
  const label = isEmpty(value) && !Array.isArray(value) ? labels.is_empty : labels.is_filled;
  if (findFilterType(column) === 'presence') {
    await box.getByRole('radio', { name: label, exact: true }).check();
    return;
  }
  await box.getByRole('combobox', { name: lazyTranslations[context.lang].lists.op.label }).click();
  await context.page.getByRole('option', { name: label, exact: true }).click();
}

export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>;
async function byRow(context: FormContext, box: Locator, column: Column, value: Json, refs: Titles): Promise<void> {
  const [id] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const title = refs[column.options.to ?? '']?.[inputText(id)] ?? '';
  const input = box.locator('input[role=combobox]');
  await input.click();
  const offered = context.page.getByRole('listbox').getByRole('option');
  // The client does not repeat a recent query: it then filters the rows it has.
  const narrowed = Promise.any([
    context.page.waitForResponse((response) => /\/select\?.*quick_search=/.test(response.url())),
    offered
      .filter({ hasText: title })
      .first()
      .waitFor()
      .then(() => offered.filter({ hasNotText: title }).first().waitFor({ state: 'hidden' })),
  ]);
  await Promise.all([narrowed, input.pressSequentially(title)]);
  // Menu rules are shown by translated titles, not by the stored ones.
  const option = column.options.to?.endsWith('_rule') ? offered : offered.filter({ hasText: title });
  await option.first().waitFor();
  // Several rows may have this title: any of them will do.
  const several = Array.isArray(value) ? 1 : await option.count();
  for (let remaining = several; remaining > 0; remaining -= 1) await option.first().click();
  await context.page.keyboard.press('Escape');
}

async function byChoice(context: FormContext, box: Locator, column: Column, value: Json): Promise<void> {
  const labels = entityLabels(context.entity, context.lang).choices[column.name] ?? {};
  const wanted = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  const name =
    Object.keys(column.options.values ?? {}).find((option) => column.options.values?.[option] === wanted) ?? '';
  const { yes, no } = locales[context.lang].engine.field;
  const label = column.kind === 'switch' ? (value === 1 ? yes : no) : (labels[name] ?? name);
  await box.getByRole('checkbox', { name: label, exact: true }).check();
}

async function byValue(context: FormContext, box: Locator, column: Column, value: Json, refs: Titles): Promise<void> {
  const { kind, options } = column;
  if (options.to !== undefined) return byRow(context, box, column, value, refs);
  if (kind === 'switch' || options.values !== undefined) return byChoice(context, box, column, value);
  if (kind === 'datetime') return fillEnds(box, formatDate(Number(value)));
  if (findFilterType(column) === 'range') return fillEnds(box, inputText(value));
  if (kind === 'icon') {
    await box.locator('input[role=combobox]').fill(inputText(value).replaceAll('_', ' '));
    await context.page.getByRole('listbox').getByRole('option').first().click();
    return;
  }
  const [first = ''] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  await box.locator('input:not([type=color])').last().fill(inputText(first));
}

/** Sets the filter of a column so that a row with this value matches. */
export async function filterBy(context: FormContext, column: Column, value: Json, refs: Titles): Promise<void> {
  const { page, lang, entity } = context;
  const label = entityLabels(entity, lang).fields[column.name] ?? column.name;
  await page.getByRole('button', { name: locales[lang].engine.list.filter, exact: true }).click();
  await page.locator('.MuiPopover-paper').getByRole('button', { name: label, exact: true }).click();
  const box = page.locator('form').filter({ has: page.getByRole('heading', { name: label, exact: true }) });
  await box.waitFor();
  const byFile = ['image', 'images', 'file', 'files'].includes(column.kind);
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0) || findFilterType(column) === 'presence' || byFile)
    await byPresence(context, box, column, value);
  else await byValue(context, box, column, value, refs);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
}

/** Removes the filter of a column. */
export async function removeFilter({ page, lang, entity }: FormContext, column: Column): Promise<void> {
  const label = entityLabels(entity, lang).fields[column.name] ?? column.name;
  const chip = page.locator('.MuiChip-root').filter({ hasText: new RegExp(`^${label.replaceAll(/[()]/g, '.')}: `) });
  await chip.locator('.MuiChip-deleteIcon').click();
  await chip.waitFor({ state: 'hidden' });
}
