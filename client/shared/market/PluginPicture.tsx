/** A picture of a plugin; an icon takes the place of a missing one. */
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';

interface PluginPictureProps {
  /** Path or URL; empty without one. */
  readonly url: string;
  readonly alt: string;
  readonly width: number | string;
  readonly height: number;
}
export function PluginPicture({ url, alt, width, height }: PluginPictureProps) {
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
      {url === '' ? (
        <ExtensionIcon aria-hidden />
      ) : (
        <Box
          component="img"
          src={url}
          alt={alt}
          loading="lazy"
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </Box>
  );
}
