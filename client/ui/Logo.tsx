/** The logo: an image, or an arch with an inner court, and the name of the product. */
import Box from '@mui/material/Box';

interface LogoProps {
  readonly size?: number;
  /** The name beside the logo; without it, only the logo is shown. */
  readonly name?: string;
  /** Address of an image; empty: the arch. */
  readonly src?: string;
}
const imageStyle = (size: number) => ({ width: size, height: size, flex: 'none', objectFit: 'contain' }) as const;

const Arch = ({ size }: { readonly size: number }) => (
  <Box
    component="svg"
    viewBox="0 0 24 24"
    aria-hidden
    sx={{ width: size, height: size, flex: 'none', color: 'primary.main' }}
  >
    <path fill="currentColor" d="M3 22V11a9 9 0 0 1 18 0v11h-5V11a4 4 0 0 0-8 0v11z" />
    <rect fill="currentColor" x="10.5" y="14" width="3" height="8" rx="1.5" />
  </Box>
);

export function Logo({ size = 24, name, src = '' }: LogoProps) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.5, minWidth: 0, color: 'text.primary' }}
    >
      {src === '' ? <Arch size={size} /> : <Box component="img" src={src} alt="" sx={imageStyle(size)} />}
      {name !== undefined && (
        <Box
          component="span"
          sx={{
            fontWeight: 600,
            fontSize: '1rem',
            lineHeight: '1.5rem',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {name}
        </Box>
      )}
    </Box>
  );
}
