/** Localized success messages of create, update, delete and restore. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';
import type { Lang } from '../../../common/lang';
import { entityLabels } from '../../../common/locales/entityLabels';
import { verbLabel } from '../../../common/locales/logTitle';
import { findTranslation, translate } from '../../../common/locales/translate';
import { interpolate } from '../../../common/text/interpolate';
import type { WrittenRow } from '../write/context/txWriter';

type Placeholders = Readonly<Record<string, string | number>>;
const getPlaceholders = (row: WireRow): Placeholders =>
  Object.fromEntries(
    Object.entries(row).filter((candidate): candidate is [string, string | number] =>
      ['string', 'number'].includes(typeof candidate[1]),
    ),
  );

/** The success message that `success.acts` has for an action of this entity, or for the action of any entity; undefined when it has none. */
export function findEntityMessage(
  lang: Lang,
  { name }: AnyEntity,
  action: string,
  row: WireRow = {},
): string | undefined {
  const placeholders = getPlaceholders(row);
  const keys = [`${name}_${action}_${placeholders['act'] ?? ''}`, `${name}_${action}`, action];
  const text = keys
    .map((key) => findTranslation(lang, `success.acts.${key}`))
    .find((candidate) => candidate !== undefined);
  return text === undefined ? undefined : interpolate(text, placeholders);
}

/** The success message of an action: its own message, or else a general one that names the action. */
export const buildActionMessage = (lang: Lang, entity: AnyEntity, action: string, row?: WireRow): string =>
  findEntityMessage(lang, entity, action, row) ??
  translate(lang, 'success.acted', { action: verbLabel(entity, action, lang) });

/** The message of a save, followed by what was removed from formatted texts, and the names of these fields. */
export function appendCleanedFields(
  lang: Lang,
  entity: AnyEntity,
  message: string,
  { cleaned = [], removed = [] }: Pick<WrittenRow, 'cleaned' | 'removed'>,
): string {
  if (cleaned.length === 0) return message;
  const labels = entityLabels(entity, lang).fields;
  const fields = cleaned.map((field) => labels[field] ?? field).join(lang === 'en' ? ', ' : '、');
  const key = removed.length === 1 ? (`success.cleaned_${removed[0] ?? 'elements'}` as const) : 'success.cleaned';
  return translate(lang, key, { message: message.replace(/[.。]$/, ''), fields });
}

/** The success message after a request has deleted, restored or purged rows, with their number. */
export const countMessage = (lang: Lang, outcome: 'deleted' | 'restored' | 'purged', count: number): string =>
  translate(lang, count === 1 ? `success.${outcome}_one` : `success.${outcome}_many`, { count });
