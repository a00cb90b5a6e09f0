/** Folds and unfolds a branch of a tree of rows. */
import ChevronIcon from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';

interface TreeMarkProps {
  readonly title: string;
  readonly folded: boolean;
  readonly onFold: () => void;
}
export function TreeMark({ title, folded, onFold }: TreeMarkProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="small"
      aria-expanded={!folded}
      aria-label={t(folded ? 'engine.list.expand' : 'engine.list.collapse', { title })}
      onClick={(event) => {
        event.stopPropagation();
        onFold();
      }}
    >
      <ChevronIcon
        fontSize="small"
        sx={{ transform: folded ? 'none' : 'rotate(90deg)', transition: 'transform 120ms' }}
      />
    </IconButton>
  );
}
