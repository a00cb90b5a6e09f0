/** All field types by kind. A kind without one does not compile. */
import type { FieldKind } from '../../../common/entity/fieldKinds';
import { regionFieldType } from './Regions';
import { choiceFieldType, choicesFieldType } from './Choices';
import { fileFieldType, filesFieldType, imageFieldType, imagesFieldType } from './Files';
import type { FieldType } from './fieldType';
import { arrayFieldType } from './TextList';
import { colorFieldType, iconFieldType } from './IconColor';
import { floatFieldType, integerFieldType, moneyFieldType, yearFieldType } from './Numbers';
import { passwordFieldType } from './Password';
import { refFieldType, refsFieldType } from './References';
import { richTextFieldType } from './RichText';
import { jsonFieldType, keyValuesFieldType } from './Json';
import { switchFieldType } from './Switch';
import { textFieldType } from './Text';
import { dateFieldType, dateTimeFieldType, timeFieldType } from './DateTime';

export const fieldTypes = {
  text: textFieldType,
  rich_text: richTextFieldType,
  password: passwordFieldType,
  integer: integerFieldType,
  float: floatFieldType,
  money: moneyFieldType,
  date: dateFieldType,
  datetime: dateTimeFieldType,
  time: timeFieldType,
  year: yearFieldType,
  switch: switchFieldType,
  choice: choiceFieldType,
  choices: choicesFieldType,
  ref: refFieldType,
  refs: refsFieldType,
  city: regionFieldType,
  icon: iconFieldType,
  color: colorFieldType,
  image: imageFieldType,
  images: imagesFieldType,
  file: fileFieldType,
  files: filesFieldType,
  array: arrayFieldType,
  json: jsonFieldType,
  key_values: keyValuesFieldType,
} satisfies Record<FieldKind, FieldType>;

export const getFieldType = (kind: FieldKind): FieldType => fieldTypes[kind];
