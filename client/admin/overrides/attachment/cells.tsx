/** A stored file in the list: small, with its kind where it is no picture; and its size as people say it. */
import Box from '@mui/material/Box';
import { FileFace } from '../../../engine/files/FileFace';
import type { CellProps } from '../../../engine/kinds/kindView';
import { sizeText } from '../../../../common/text/fileTypes';
import { Plain } from '../../../engine/kinds/cells';
import { asText, asWhole } from '../../../shared/persist';

export function UrlCell({ row }: CellProps) {
  return (
    <Box
      component="span"
      title={asText(row['url'], 1000)}
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
      <FileFace url={asText(row['url'], 1000)} mimetype={asText(row['mimetype'], 100)} label="" />
    </Box>
  );
}

export const SizeCell = ({ value }: CellProps) => <Plain>{sizeText(asWhole(value))}</Plain>;
