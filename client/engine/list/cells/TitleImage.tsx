/** The image of a person before the title of its row; nothing for other entities. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString } from '../../../../common/json';
import { PersonImage } from '../../fieldTypes/cells/PersonName';

interface TitleImageProps {
  readonly entity: AnyEntity;
  readonly row: WireRow;
  readonly title: string;
}
export function TitleImage({ entity, row, title }: TitleImageProps) {
  const field = entity.spec.pickerColumns?.picture;
  if (field === undefined || row[field] === undefined) return null;
  return <PersonImage id={Number(row['id'])} name={title} picture={asString(row[field])} />;
}
