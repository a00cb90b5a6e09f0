/** Every kind of field and its face. A kind without one does not compile. */
import type { Kind } from '../../../common/entity/kinds';
import { cityKind } from './Areas';
import { choiceKind, choicesKind } from './Choices';
import { fileKind, filesKind, imageKind, imagesKind } from './Files';
import type { KindView } from './kindView';
import { arrayKind } from './Lists';
import { colorKind, iconKind } from './Marks';
import { floatKind, integerKind, moneyKind, yearKind } from './Numbers';
import { passwordKind } from './Password';
import { refKind, refsKind } from './Refs';
import { richTextKind } from './RichText';
import { jsonKind, keyValuesKind } from './Structured';
import { switchKind } from './Switch';
import { textKind } from './Text';
import { dateKind, datetimeKind, timeKind } from './Times';

export const kinds = {
  text: textKind,
  rich_text: richTextKind,
  password: passwordKind,
  integer: integerKind,
  float: floatKind,
  money: moneyKind,
  date: dateKind,
  datetime: datetimeKind,
  time: timeKind,
  year: yearKind,
  switch: switchKind,
  choice: choiceKind,
  choices: choicesKind,
  ref: refKind,
  refs: refsKind,
  city: cityKind,
  icon: iconKind,
  color: colorKind,
  image: imageKind,
  images: imagesKind,
  file: fileKind,
  files: filesKind,
  array: arrayKind,
  json: jsonKind,
  key_values: keyValuesKind,
} satisfies Record<Kind, KindView>;

export const viewOf = (kind: Kind): KindView => kinds[kind];
