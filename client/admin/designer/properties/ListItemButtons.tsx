/** Buttons of one item of a list editor: move up, delete. */
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';

interface ListItemButtonsProps {
  readonly labels: { readonly up?: string; readonly remove: string };
  readonly isFirst?: boolean;
  readonly disabled: boolean;
  /** Absent when the order has no meaning. */
  readonly onMoveUp?: () => void;
  readonly onRemove: () => void;
}
export function ListItemButtons({ labels, isFirst = false, disabled, onMoveUp, onRemove }: ListItemButtonsProps) {
  return (
    <Stack sx={{ flex: 'none' }}>
      {onMoveUp && (
        <IconButton size="small" aria-label={labels.up} disabled={disabled || isFirst} onClick={onMoveUp}>
          <UpIcon fontSize="small" />
        </IconButton>
      )}
      <IconButton size="small" aria-label={labels.remove} disabled={disabled} onClick={onRemove}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
}
