/** The buttons of one item of a list: move up, delete. */
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';

interface ItemToolsProps {
  readonly labels: { readonly up?: string; readonly remove: string };
  readonly isFirst?: boolean;
  readonly disabled: boolean;
  /** Absent when the order has no meaning. */
  readonly onMoveUp?: () => void;
  readonly onRemove: () => void;
}
export function ItemTools({ labels, isFirst = false, disabled, onMoveUp, onRemove }: ItemToolsProps) {
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
