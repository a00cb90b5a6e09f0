/** The image before the title of a row: that of a person, or the one that the screen of the entity declares. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString } from '../../../../common/json';
import { useOverride } from '../../engineContext';
import { PersonImage } from '../../fieldTypes/cells/PersonName';

interface RowImageProps {
  readonly entity: AnyEntity;
  readonly row: WireRow;
  readonly title: string;
  /** Height in pixels of the image that a screen declares. */
  readonly size?: number;
}
export function TitleImage({ entity, row, title, size = 28 }: RowImageProps) {
  const FilePicture = useOverride(entity)?.titleImage;
  if (FilePicture) return <FilePicture row={row} size={size} />;
  const field = entity.spec.pickerColumns?.picture;
  if (field === undefined || row[field] === undefined) return null;
  return <PersonImage id={Number(row['id'])} name={title} picture={asString(row[field])} />;
}
