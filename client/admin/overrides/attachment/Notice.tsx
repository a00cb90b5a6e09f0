/** What stands where nothing of a file can be shown, or not yet. */
import Typography from '@mui/material/Typography';

export const Notice = ({ text }: { readonly text: string }) => (
  <Typography
    variant="body2"
    component="output"
    sx={{ display: 'block', px: 4, py: 8, textAlign: 'center', color: 'text.secondary' }}
  >
    {text}
  </Typography>
);
