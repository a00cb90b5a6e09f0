/** Shows at a field of the user's profile that somebody else changed it too, with buttons to choose a value. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface FieldConflictProps {
  readonly message: string;
  readonly labels: { readonly take: string; readonly keep: string };
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

export function FieldConflict({ message, labels, onTake, onKeep }: FieldConflictProps) {
  return (
    <Box role="alert" sx={{ p: 2, mb: 3, border: 1, borderColor: 'warning.main', borderRadius: 1.5 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <ForkIcon fontSize="small" aria-hidden sx={{ color: 'warning.main' }} />
        <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" onClick={onTake}>
          {labels.take}
        </Button>
        <Button size="small" variant="outlined" onClick={onKeep}>
          {labels.keep}
        </Button>
      </Stack>
    </Box>
  );
}
