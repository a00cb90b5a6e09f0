/** List cells of attachments: thumbnail and file size. */
import Box from '@mui/material/Box';
import { FilePreview } from '../../../engine/files/FilePreview';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import { asString, asInteger } from '../../../../common/json';

export function UrlCell({ row }: CellProps) {
  return (
    <Box
      component="span"
      title={asString(row['url'], 1000)}
      sx={{
        position: 'relative',
        display: 'inline-block',
        width: 40,
        height: 28,
        borderRadius: 1,
        overflow: 'hidden',
        verticalAlign: 'middle',
      }}
    >
      <FilePreview url={asString(row['url'], 1000)} mimetype={asString(row['mimetype'], 100)} label="" />
    </Box>
  );
}

export const SizeCell = ({ value }: CellProps) => <PlainText>{formatFileSize(asInteger(value))}</PlainText>;
