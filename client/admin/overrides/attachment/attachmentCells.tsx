/** List cells of attachments: thumbnail, type and size of a file. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { FilePreview } from '../../../engine/files/FilePreview';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { fileExtension, formatFileSize } from '../../../../common/text/fileTypes';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { TitleImageProps } from '../../../engine/override';
import { asString, asInteger } from '../../../../common/json';

/** The thumbnail before the name of a file. */
export function FileThumbnail({ row, size }: TitleImageProps) {
  const url = asString(row['url'], 1000);
  return (
    <Box
      component="span"
      title={url}
      sx={{
        position: 'relative',
        display: 'inline-block',
        flex: 'none',
        width: (size * 10) / 7,
        height: size,
        mr: 2,
        borderRadius: 1,
        overflow: 'hidden',
        verticalAlign: 'middle',
      }}
    >
      <FilePreview url={url} mimetype={asString(row['mimetype'], 100)} label="" />
    </Box>
  );
}

const MAIN_TYPES = ['image', 'video', 'audio', 'text'] as const;
/** The kind of a file in words: that of a picture, otherwise the suffix of its name, such as PDF. The MIME type is its hint. */
export function FileTypeCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const mimetype = asString(value, 100);
  const mainType = MAIN_TYPES.find((name) => mimetype.startsWith(`${name}/`));
  const suffix = fileExtension(asString(row['name'], 255)).toUpperCase();
  return <PlainText hint={mimetype}>{mainType ? t(`files.types.${mainType}`) : suffix || mimetype}</PlainText>;
}

export const SizeCell = ({ value }: CellProps) => <PlainText>{formatFileSize(asInteger(value))}</PlainText>;
