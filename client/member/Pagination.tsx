/** The buttons between the pages of a list. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface PaginationProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly labels: { readonly newer: string; readonly older: string; readonly position: string };
  readonly onPage: (page: number) => void;
}
export function Pagination({ page, pages, labels, onPage }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 4, mt: 4 }}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {labels.newer}
      </Button>
      <Typography sx={{ color: 'text.secondary' }}>{labels.position}</Typography>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {labels.older}
      </Button>
    </Stack>
  );
}
