/** A config item as an entity of its own: the row of `config` whose value is a field of the item's type, so that the engine's form does all the rest. */
import { config } from '../../../../common/entities/config';
import { itemField, itemShape } from '../../../../common/entities/siteItem';
import type { AnyEntity, AnyLabels } from '../../../../common/entity/entity';
import { settingOption, settingTip, settingTitle } from '../../../../common/locales/settingTitles';
import type { Lang } from '../../../shared/store/settings';
import { asString } from '../../../../common/json';

type Row = Readonly<Record<string, unknown>>;

export const itemTitle = (lang: Lang, row: Row): string =>
  settingTitle(lang, asString(row['name']), asString(row['title']));
export const itemTip = (lang: Lang, row: Row): string => settingTip(lang, asString(row['name']), asString(row['tip']));

function wordsIn(lang: Lang, row: Row, options: Readonly<Record<string, string>>): AnyLabels {
  const tip = itemTip(lang, row);
  const choices = Object.entries(options).map(([key, label]) => [key, settingOption(lang, key, label)]);
  return {
    ...config.spec.labels[lang],
    $help: tip === '' ? {} : { value: tip },
    value: [itemTitle(lang, row), Object.fromEntries(choices)],
  };
}

/** What of a row makes it another field. */
export const signOf = (row: Row): string =>
  JSON.stringify([row['name'], row['title'], row['tip'], row['type'], row['content'], row['rule'], row['extend']]);

/** The item's own definition; make it once for each `signOf`, since the engine remembers by identity. */
export function itemEntity(row: Row): AnyEntity {
  const shape = itemShape(row);
  const spec = {
    ...config.spec,
    fields: { ...config.spec.fields, value: itemField(shape) },
    form: ['value'],
    // Read when they are shown: the labels of a language arrive with that language.
    labels: {
      get en() {
        return wordsIn('en', row, shape.content);
      },
      get 'zh-cn'() {
        return wordsIn('zh-cn', row, shape.content);
      },
    },
  };
  return { name: config.name, spec }; // the same noun, its one field made precise
}
