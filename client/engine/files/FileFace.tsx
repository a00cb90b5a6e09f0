/** How a stored file looks: its small picture, or the picture of its kind. Fills the positioned box around it. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { suffixOf, thumbOf } from '../../../common/text/fileTypes';

interface FileFaceProps {
  readonly url: string;
  readonly mimetype: string;
  /** What it is called; empty where its name stands beside it. */
  readonly label: string;
  readonly fit?: 'cover' | 'contain';
}
const iconOf = (url: string): string =>
  `/api/ajax/buildSuffixSvg?suffix=${encodeURIComponent(suffixOf(url).slice(0, 4))}`;

export function FileFace({ url, mimetype, label, fit = 'cover' }: FileFaceProps) {
  const [broken, setBroken] = useState(false);
  const picture = mimetype.startsWith('image/') && !broken;
  return (
    <Box
      component="img"
      src={picture ? thumbOf(url) : iconOf(url)}
      alt={label}
      loading="lazy"
      draggable={false}
      onError={() => setBroken(true)}
      sx={{
        ...{ position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' },
        objectFit: picture ? fit : 'contain',
        p: picture ? 0 : '12%',
      }}
    />
  );
}
