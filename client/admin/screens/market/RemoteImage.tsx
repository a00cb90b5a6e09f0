/** An image of a catalogue source, through the proxy of the server: the browser never calls the source. A broken image keeps its space. */
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import { marketApi } from './marketApi';

interface RemoteImageProps {
  readonly source: number;
  /** Empty: no image. */
  readonly path: string;
  readonly alt: string;
  readonly width: number | string;
  readonly height: number;
}
export function RemoteImage({ source, path, alt, width, height }: RemoteImageProps) {
  const { data = '' } = marketApi.useMarketImageQuery({ source, path }, { skip: path === '' });
  return (
    <Box
      sx={{
        width,
        height,
        flex: 'none',
        borderRadius: '12px',
        overflow: 'hidden',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'action.hover',
        color: 'text.secondary',
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
