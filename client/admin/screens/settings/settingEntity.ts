/** Turns a config item into an entity whose one field has the item's type, so that the engine's form can edit it. */
import { config } from '../../../../common/entities/config';
import { createSettingField, parseSettingDefinition } from '../../../../common/entities/siteItem';
import type { AnyEntity, AnyLabels } from '../../../../common/entity/entity';
import { settingOption, settingTip, settingTitle } from '../../../../common/locales/settingTitles';
import type { Lang } from '../../../../common/lang';
import { asString } from '../../../../common/json';

type Row = Readonly<Record<string, unknown>>;

export const getSettingTitle = (lang: Lang, row: Row): string =>
  settingTitle(lang, asString(row['name']), asString(row['title']));
export const getSettingTip = (lang: Lang, row: Row): string =>
  settingTip(lang, asString(row['name']), asString(row['tip']));

function labelsIn(lang: Lang, row: Row, options: Readonly<Record<string, string>>): AnyLabels {
  const tip = getSettingTip(lang, row);
  const choices = Object.entries(options).map(([key, label]) => [key, settingOption(lang, key, label)]);
  return {
    ...config.spec.labels[lang],
    $help: tip === '' ? {} : { value: tip },
    value: [getSettingTitle(lang, row), Object.fromEntries(choices)],
  };
}

/** Key of everything in the row that changes the definition of its field. */
export const getSettingDefinitionKey = (row: Row): string =>
  JSON.stringify([row['name'], row['title'], row['tip'], row['type'], row['content'], row['rule'], row['extend']]);

/** Entity of one item. Create it once per `getSettingDefinitionKey`: the engine caches by object identity. */
export function createSettingEntity(row: Row): AnyEntity {
  const shape = parseSettingDefinition(row);
  const spec = {
    ...config.spec,
    fields: { ...config.spec.fields, value: createSettingField(shape) },
    form: ['value'],
    // Getters, since the labels of a language are loaded with that language.
    labels: {
      get en() {
        return labelsIn('en', row, shape.content);
      },
      get 'zh-cn'() {
        return labelsIn('zh-cn', row, shape.content);
      },
    },
  };
  return { name: config.name, spec }; // the entity `config` with the precise type of its one field
}
