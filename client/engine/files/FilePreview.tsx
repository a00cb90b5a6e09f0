/** Preview of a stored file: its thumbnail, or an icon of its type. Fills the positioned box around it. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { fileExtension, thumbnailUrl } from '../../../common/text/fileTypes';

interface FilePreviewProps {
  readonly url: string;
  readonly mimetype: string;
  /** Alternative text; empty when the name is shown beside it. */
  readonly label: string;
  readonly fit?: 'cover' | 'contain';
}
const fileIcon = (url: string): string =>
  `/api/ajax/buildSuffixSvg?suffix=${encodeURIComponent(fileExtension(url).slice(0, 4))}`;

export function FilePreview({ url, mimetype, label, fit = 'cover' }: FilePreviewProps) {
  const [isBroken, setIsBroken] = useState(false);
  const isImage = mimetype.startsWith('image/') && !isBroken;
  return (
    <Box
      component="img"
      src={isImage ? thumbnailUrl(url) : fileIcon(url)}
      alt={label}
      loading="lazy"
      draggable={false}
      onError={() => setIsBroken(true)}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        display: 'block',
        objectFit: isImage ? fit : 'contain',
        p: isImage ? 0 : '12%',
      }}
    />
  );
}
