/** A picture of a source: the server fetches it, so the browser never calls the source. A picture that cannot be shown leaves its place as it is. */
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import { marketApi } from './marketApi';

interface RemotePictureProps {
  readonly source: number;
  /** Empty: no picture. */
  readonly path: string;
  readonly alt: string;
  readonly width: number | string;
  readonly height: number;
}
export function RemotePicture({ source, path, alt, width, height }: RemotePictureProps) {
  const { data = '' } = marketApi.useMarketPictureQuery({ source, path }, { skip: path === '' });
  return (
    <Box
      sx={{
        ...{ width, height, flex: 'none', borderRadius: '12px', overflow: 'hidden' },
        ...{ display: 'grid', placeItems: 'center', bgcolor: 'action.hover', color: 'text.secondary' },
      }}
    >
      {data === '' ? (
        <ExtensionIcon aria-hidden />
      ) : (
        <Box component="img" src={data} alt={alt} sx={{ width: '100%', height: '100%', objectFit: 'cover' }} />
      )}
    </Box>
  );
}
