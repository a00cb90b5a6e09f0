/** Success messages about rows of an entity. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Wire } from '../../../common/entity/project';
import type { Lang } from '../../../common/locales/index';
import { verbWord } from '../../../common/locales/logTitle';
import { lookUp, say } from '../../../common/locales/words';
import { interpolate } from '../../../common/text/interpolate';

type Values = Readonly<Record<string, string | number>>;
const valuesOf = (row: Wire): Values =>
  Object.fromEntries(
    Object.entries(row).filter((one): one is [string, string | number] => ['string', 'number'].includes(typeof one[1])),
  );

/** The success message that `done.acts` has for an action of this entity or for the action alone; undefined when it has none. */
export function entityMessage(lang: Lang, { name }: AnyEntity, action: string, row: Wire = {}): string | undefined {
  const values = valuesOf(row);
  const keys = [`${name}_${action}_${values['act'] ?? ''}`, `${name}_${action}`, action];
  const text = keys.map((key) => lookUp(lang, `done.acts.${key}`)).find((one) => one !== undefined);
  return text === undefined ? undefined : interpolate(text, values);
}

/** The success message of an action: its own message, or else a general one that names the action. */
export const actionMessage = (lang: Lang, entity: AnyEntity, action: string, row?: Wire): string =>
  entityMessage(lang, entity, action, row) ?? say(lang, 'done.acted', { action: verbWord(entity, action, lang) });

/** The success message after a request has deleted, restored or purged rows, with their number. */
export const countMessage = (lang: Lang, what: 'deleted' | 'restored' | 'purged', count: number): string =>
  say(lang, count === 1 ? `done.${what}_one` : `done.${what}_many`, { count });
