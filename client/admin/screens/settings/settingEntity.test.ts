import { describe, expect, it } from '@jest/globals';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { createSettingEntity } from './settingEntity';

describe('createSettingEntity', () => {
  it('labels the field with the title, the tip and the options of its item', () => {
    const entity = createSettingEntity({
      name: 'own_item',
      title: 'Color',
      tip: 'Of the front page',
      type: 'radio',
      content: { a: 'Amber' },
      rule: [],
      extend: null,
    });
    const { fields, help, choices } = entityLabels(entity, 'en');
    expect({ field: fields['value'], help: help['value'], choices: choices['value'] }).toEqual({
      field: 'Color',
      help: 'Of the front page',
      choices: { a: 'Amber' },
    });
  });
});
