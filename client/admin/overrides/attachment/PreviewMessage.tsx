/** Message in place of a preview. */
import Typography from '@mui/material/Typography';

export const PreviewMessage = ({ text }: { readonly text: string }) => (
  <Typography
    variant="body2"
    component="output"
    sx={{ display: 'block', px: 4, py: 8, textAlign: 'center', color: 'text.secondary' }}
  >
    {text}
  </Typography>
);
